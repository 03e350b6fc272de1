"""The phone network: our numpy against the package's own engine, other wheels, levels, and very short sound."""

import shutil
import struct
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from made_speech import in_room, spoken

from voicegames.errors import Failure
from voicegames.hearing import phone_net
from voicegames.hearing.phone_net import NumpyNet, PackageNet, PhoneNet, normalised, open_phone_net
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.vocabulary import Vocabulary
from voicegames.settings import HearingSettings

SENTENCE = in_room(spoken("oh, oh, penguin, flamingo, white zebra"), before_s=0.3, after_s=0.3)


@pytest.fixture(scope="module")
def net() -> PhoneNet:
    return open_phone_net()


@pytest.fixture
def assets(tmp_path: Path) -> Path:
    """A copy of the package that may be damaged."""
    spec = find_spec("hama")
    assert spec
    assert spec.submodule_search_locations
    whole = Path(spec.submodule_search_locations[0]) / "assets"
    copy = tmp_path / "hama" / "assets"
    copy.mkdir(parents=True)
    for name in ("asr_waveform.hama", "g2p_vocab.json"):
        shutil.copy(whole / name, copy / name)
    return copy


def damage(assets: Path, how: str) -> None:
    file = assets / "asr_waveform.hama"
    data = file.read_bytes()
    match how:
        case "missing":
            file.unlink()
        case "cut off":
            file.write_bytes(data[: len(data) // 2])
        case "renamed":
            file.write_bytes(data.replace(b"mel_fb", b"mel_xx"))
        case "empty":
            file.write_bytes(b"")


def test_numpy_and_the_package_agree_in_every_frame(net: PhoneNet) -> None:
    try:
        package = PackageNet()
    except (RuntimeError, OSError) as error:
        pytest.skip(f"the package's own engine does not run here: {error}")
    assert (net.engine, package.engine) == ("numpy", "package")
    assert net.tokens == package.tokens
    for sound in (SENTENCE, 0.01 * SENTENCE, SENTENCE[:1000], SENTENCE[:12345]):
        ours, theirs = (engine.log_probabilities(normalised(sound)) for engine in (net, package))
        assert ours.shape == theirs.shape
        assert (ours.argmax(1) == theirs.argmax(1)).all()
        assert np.abs(np.exp(ours) - np.exp(theirs)).max() <= 0.02


def test_probabilities_sum_to_one(net: PhoneNet) -> None:
    rows = net.log_probabilities(normalised(SENTENCE))
    assert rows.dtype == np.float32
    assert np.exp(rows).sum(1) == pytest.approx(1.0, abs=1e-3)
    assert abs(len(rows) - len(SENTENCE) / 320) <= 2


@pytest.mark.parametrize("length", [0, 1, 319, 1600])
def test_very_short_sound_gives_rows(net: PhoneNet, length: int) -> None:
    assert np.isfinite(net.log_probabilities(normalised(SENTENCE[:length]))).all()


def test_the_level_does_not_matter(net: PhoneNet) -> None:
    loud, soft = (net.log_probabilities(normalised(gain * SENTENCE)) for gain in (1.0, 0.003))
    assert (loud.argmax(1) == soft.argmax(1)).all()


def test_silence_is_not_blown_up_to_noise() -> None:
    assert np.abs(normalised(np.zeros(16000, np.float32))).max() == 0


def test_english_weights_hear_the_phones_of_a_word() -> None:
    net = open_phone_net("en")
    best = net.log_probabilities(normalised(in_room(spoken("penguin"), before_s=0.3))).argmax(1)
    heard = [net.tokens[token] for token, before in zip(best[1:], best, strict=False) if token != before]
    assert [token for token in heard if token != "<blank>"] == ["P", "EH", "NG", "G", "W", "IH", "N"]


@pytest.mark.parametrize("how", ["missing", "cut off", "renamed", "empty"])
def test_weights_of_another_shape_are_refused(assets: Path, how: str) -> None:
    damage(assets, how)
    with pytest.raises((OSError, KeyError, ValueError, struct.error)):
        NumpyNet(assets)


@pytest.mark.parametrize("how", ["missing", "cut off", "renamed", "empty"])
def test_another_wheel_is_run_by_the_package_and_said_so(
    assets: Path, how: str, monkeypatch: pytest.MonkeyPatch, answers: Vocabulary
) -> None:
    damage(assets, how)
    monkeypatch.setattr(phone_net, "find_spec", lambda _: SimpleNamespace(submodule_search_locations=[assets.parent]))
    try:
        net = open_phone_net("en")
    except Failure:
        pytest.skip("the package's own engine does not run here")
    assert net.engine == "package"
    recognizer = PhoneRecognizer(HearingSettings(), net=net)
    assert "slower" in (recognizer.engine_note or "")
    if how == "missing":
        heard = recognizer.recognize(in_room(spoken("flamingo"), before_s=0.4, after_s=0.4), answers)
        assert heard.readings[0].words == ("flamingo",)


def test_no_engine_at_all_is_one_sentence(assets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damage(assets, "empty")
    monkeypatch.setattr(phone_net, "find_spec", lambda _: SimpleNamespace(submodule_search_locations=[assets.parent]))
    monkeypatch.setattr("hama._engine._LIB", None)
    with pytest.raises(Failure) as caught:
        open_phone_net()
    assert caught.value.code == "phone-network"
    assert "pip install" in caught.value.sentence


def test_a_missing_package_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone_net, "find_spec", lambda _: None)
    with pytest.raises(Failure, match="pip install hama"):
        open_phone_net()
