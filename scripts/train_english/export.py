"""Writes a trained network as voicegames/hearing/english.npz: half precision, under the names of hama's own file."""

import sys

import numpy as np
import torch
from network import PHONES, Network, hama_tokens


def main(trained: str, out: str) -> None:
    network = Network(hama_tokens())
    network.load_state_dict(torch.load(trained))
    arrays = {name: network.tensors[network.key(name)].detach().numpy() for name in network.names}
    arrays["acoustic_model.model.proj.weight"] = network.head.detach().numpy().T[:, :, None]
    arrays["acoustic_model.model.proj.bias"] = network.head_bias.detach().numpy()
    halves = {name: array.astype(np.float16) for name, array in arrays.items()}
    np.savez(out, **halves, tokens=np.array([*PHONES, "<blank>"]))


if __name__ == "__main__":
    main(*sys.argv[1:3])
