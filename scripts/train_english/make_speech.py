"""Makes the clips to train on: text spoken by synthesisers, with the phones that they say they speak."""

import json
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import hibari
import noises
import numpy as np
import soundfile
import soxr
from wordfreq import top_n_list

GAME = "flamingo penguin camel zebra tortoise turtle crocodile blue green pink white yellow nought nothing dodelido"
OTHER = (
    "one two three four five six seven eight nine ten yes no referee pause go on repeat that was wrong score help stop "
    "um red orange purple circle star hexagon left right running jumping lying snail lightning tile spot roll draw hint"
)
COMMON = [word for word in top_n_list("en", 4000) if word.isalpha() and len(word) > 1]
ALOUD = {"dodelido": "doh deli doh"}
ESPEAK = (
    *("en-us", "en-us+f1", "en-us+f5", "en-us+m2", "en-us+Annie", "en-us+m7", "en-us+Andrea", "en-us+Alicia"),
    *("en-us+Diogo", "en-gb+m3", "en-gb-scotland", "en-gb-x-rp", "en-gb-x-rp+f2", "en-gb-x-gbclan"),
)
CLIPS = {"hibari": 4500, "rms": 2200, "awb": 2200, "kal16": 2200} | dict.fromkeys(ESPEAK, 380)
NOISES = 1800

IPA = dict(
    pair.split("=")
    for pair in [
        "dʒ=JH",
        "tʃ=CH",
        "aɪ=AY",
        "aʊ=AW",
        "eɪ=EY",
        "oʊ=OW",
        "əʊ=OW",
        "ɔɪ=OY",
        "ɑː=AA",
        "ɔː=AO",
        "iː=IY",
        "uː=UW",
        "ɜː=ER",
        "ɑ=AA",
        "æ=AE",
        "ʌ=AH",
        "ə=AH",
        "ɐ=AH",
        "ɔ=AO",
        "o=OW",
        "ɛ=EH",
        "e=EH",
        "ɚ=ER",
        "ɜ=ER",
        "ɪ=IH",
        "ᵻ=IH",
        "i=IY",
        "ʊ=UH",
        "u=UW",
        "ɒ=AA",
        "a=AE",
        "b=B",
        "d=D",
        "ð=DH",
        "f=F",
        "ɡ=G",
        "g=G",
        "h=HH",
        "k=K",
        "l=L",
        "m=M",
        "n=N",
        "ŋ=NG",
        "p=P",
        "ɹ=R",
        "r=R",
        "s=S",
        "ʃ=SH",
        "t=T",
        "ɾ=D",
        "θ=TH",
        "v=V",
        "w=W",
        "j=Y",
        "z=Z",
        "ʒ=ZH",
        "x=K",
        "ʔ=T",
    ]
)
HIBARI = dict(
    pair.split("=")
    for pair in [
        "A=EY",
        "I=AY",
        "O=OW",
        "Q=OW",
        "W=AW",
        "Y=OY",
        "ʤ=JH",
        "ʧ=CH",
        "ᵊ=AH",
        "T=D",
        "ɜ=ER",
        "ə=AH",
        "ɔ=AO",
        "ɑ=AA",
        "i=IY",
        "u=UW",
        "ɪ=IH",
        "ᵻ=IH",
        "ʊ=UH",
        "ʌ=AH",
        "ɛ=EH",
        "æ=AE",
        "b=B",
        "d=D",
        "ð=DH",
        "f=F",
        "ɡ=G",
        "h=HH",
        "j=Y",
        "k=K",
        "l=L",
        "m=M",
        "n=N",
        "ŋ=NG",
        "p=P",
        "ɹ=R",
        "s=S",
        "ʃ=SH",
        "t=T",
        "θ=TH",
        "v=V",
        "w=W",
        "z=Z",
        "ʒ=ZH",
        "ɾ=D",
        "ʔ=T",
    ]
)


def text(rng: random.Random) -> str:
    chance, word = rng.random(), rng.choice(GAME.split())
    word = ALOUD.get(word, word)
    if chance < 0.40:
        return rng.choice([", ", " "]).join(["oh"] * rng.choice([0, 0, 0, 1, 1, 2, 3]) + [word])
    if chance < 0.45:
        return rng.choice([", ", " "]).join(["oh"] * rng.choice([1, 1, 2]))
    if chance < 0.55:
        return rng.choice(OTHER.split())
    if chance < 0.60:
        return rng.choice([f"um, {word}", f"uh, {word}", f"er, {word}", f"{word}, {word}"])
    return " ".join(rng.choice(COMMON) for _ in range(1 if chance < 0.8 else rng.randint(2, 5)))


def phones_of_ipa(ipa: str) -> list[str]:
    # eSpeak joins the halves of diphthongs with a zero-width joiner.
    ipa, phones, at = re.sub(r"[ˈˌ̩͡_\u200d\s]|\(.*?\)", "", ipa), [], 0
    while at < len(ipa):
        known = next((ipa[at : at + n] for n in (2, 1) if ipa[at : at + n] in IPA), None)
        phones += [] if known is None else [IPA[known]]
        at += len(known or " ")
    return phones


@cache
def hibari_speaker() -> hibari.Hibari:
    return hibari.Hibari()


def spoken(voice: str, words: str, rng: random.Random, wav: Path) -> tuple[list[str], np.ndarray, int]:
    if voice == "hibari":
        speaker = hibari_speaker()
        phones = " ".join(speaker.phonemize(words)).replace("ɜɹ", "ɜ").replace("əɹ", "ɜ")
        sound = speaker(words, speed=rng.uniform(0.75, 1.35), seed=rng.randrange(1 << 30))
        return [HIBARI[c] for c in phones if c in HIBARI], sound, hibari.SAMPLE_RATE
    if voice.startswith("en-"):
        said = subprocess.run(["espeak-ng", "-v", voice, "-q", "--ipa=3", words], capture_output=True, text=True)
        options = ["-s", str(rng.randint(115, 200)), "-p", str(rng.randint(30, 70)), "-w", str(wav)]
        subprocess.run(["espeak-ng", "-v", voice, *options, words], check=True, capture_output=True)
        return phones_of_ipa(said.stdout), *soundfile.read(wav, dtype="float32")
    settings = [f"duration_stretch={rng.uniform(0.75, 1.35):.2f}", f"int_f0_target_mean={rng.uniform(85, 150):.0f}"]
    command = ["flite", "-voice", voice, *(part for s in settings for part in ("--setf", s))]
    said = subprocess.run([*command, "-ps", "-t", words, "-o", str(wav)], capture_output=True, text=True, check=True)
    phones = ["AH" if phone == "ax" else phone.upper() for phone in said.stdout.split() if phone != "pau"]
    return phones, *soundfile.read(wav, dtype="float32")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [voice for voice, count in CLIPS.items() for _ in range(count)]
    with (folder / "clips.jsonl").open("w") as index:
        for number, voice in enumerate(jobs):
            rng = random.Random(1000 + number)
            phones, sound, rate = spoken(voice, text(rng), rng, folder / "spoken.wav")
            sound = soxr.resample(sound, rate, noises.RATE)
            if phones and 3200 <= len(sound) <= 80_000:
                soundfile.write(folder / f"{number:06d}.flac", sound, noises.RATE)
                print(json.dumps({"file": f"{number:06d}.flac", "voice": voice, "phones": phones}), file=index)
        rng = np.random.default_rng(4242)
        for number in range(NOISES):
            sound = noises.KINDS[number % len(noises.KINDS)](rng)
            soundfile.write(folder / f"n{number:05d}.flac", sound / (np.abs(sound).max() + 1e-9) * 0.5, noises.RATE)
            print(json.dumps({"file": f"n{number:05d}.flac", "voice": "noise", "phones": []}), file=index)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
