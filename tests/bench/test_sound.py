"""What the corpus does to sound: shifts of a voice, rooms, noise levels, noises."""

from collections.abc import Callable

import numpy as np
import pytest

from voicegames.bench import noises
from voicegames.bench.accents import german
from voicegames.bench.distortions import FLOOR_DBFS, Condition, heard
from voicegames.bench.edges import KEPT_AFTER, KEPT_BEFORE, active_rms, bare
from voicegames.bench.rooms import HALL, SMALL_ROOM, RoomShape, impulse_response
from voicegames.bench.shifts import shifted
from voicegames.bench.voices import CHILD_OF_HIGH, CHILD_OF_LOW, LOW_OF_HIGH, Shift
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples

PITCH_HZ = 130.0
FORMANT_HZ = 1100.0


def vowel() -> Samples:
    """A second of pulses through one resonance."""
    t = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    pulses = np.diff((t * PITCH_HZ % 1 < 0.5).astype(float), prepend=0.0)
    frequencies = np.fft.rfftfreq(2 * SAMPLE_RATE, 1 / SAMPLE_RATE)
    gain = 1j * frequencies * 150 / (FORMANT_HZ**2 - frequencies**2 + 1j * frequencies * 150)
    sound = np.fft.irfft(np.fft.rfft(pulses, 2 * SAMPLE_RATE) * gain)[:SAMPLE_RATE]
    return np.asarray(sound / np.abs(sound).max() * 0.5, np.float32)


def pitch_of(sound: Samples) -> float:
    middle = len(sound) // 2
    piece = sound[middle - 1600 : middle + 1600] * np.hanning(3200)
    likeness = np.correlate(piece, piece, "full")[3199:]
    shortest, longest = SAMPLE_RATE // 400, SAMPLE_RATE // 55
    searched = likeness[shortest:longest]
    # Of the multiples of the period, which are all much alike, the shortest.
    first = int(np.argmax(searched > 0.85 * searched.max()))
    return SAMPLE_RATE / (shortest + first + int(np.argmax(searched[first : first + 12])))


def formant_of(sound: Samples) -> float:
    power = np.abs(np.fft.rfft(sound[4000:12000] * np.hanning(8000))) ** 2
    smooth = np.convolve(power, np.ones(200) / 200, "same")
    frequencies = np.fft.rfftfreq(8000, 1 / SAMPLE_RATE)
    return float(frequencies[frequencies > 400][np.argmax(smooth[frequencies > 400])])


def dbfs(sound: Samples) -> float:
    return float(10 * np.log10(np.mean(np.square(sound, dtype=np.float64))))


@pytest.mark.parametrize("shift", [Shift(400.0, 400.0, 0.9), CHILD_OF_HIGH, CHILD_OF_LOW, LOW_OF_HIGH])
def test_pitch_formants_and_tempo_move_each_by_its_own_factor(shift: Shift) -> None:
    sound = vowel()
    moved = shifted(sound, shift)
    assert pitch_of(moved) == pytest.approx(PITCH_HZ * 2 ** (shift.pitch_cents / 1200), rel=0.03)
    assert formant_of(moved) == pytest.approx(formant_of(sound) * 2 ** (shift.formant_cents / 1200), rel=0.13)
    assert len(moved) == pytest.approx(len(sound) / shift.tempo, rel=0.01)


@pytest.mark.parametrize("shape", [SMALL_ROOM, HALL])
def test_a_room_has_its_reverberation_time_and_keeps_the_onset(shape: RoomShape) -> None:
    response = impulse_response(shape, np.random.default_rng(1)).astype(float)
    left = np.cumsum(response[::-1] ** 2)[::-1]
    decay = 10 * np.log10(left / left[0])
    t20_s = (int(np.argmax(decay < -25)) - int(np.argmax(decay < -5))) / SAMPLE_RATE
    assert 3 * t20_s == pytest.approx(shape.rt60_s, rel=0.2)
    assert response[0] == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("condition", [c for c in Condition if c.snr_db is not None and not c.is_babble])
def test_noise_has_the_level_that_its_name_tells(condition: Condition) -> None:
    clean = np.concatenate([np.zeros(SAMPLE_RATE, np.float32), vowel() * 0.3, np.zeros(SAMPLE_RATE, np.float32)])
    sound = heard(clean, condition, noises.white, np.random.default_rng(1))
    noise_db = dbfs(sound - clean)
    assert 20 * np.log10(active_rms(clean)) - noise_db == pytest.approx(condition.snr_db, abs=0.5)


def test_each_condition_changes_what_its_name_tells() -> None:
    quiet = np.zeros(SAMPLE_RATE, np.float32)
    clean = np.concatenate([quiet, vowel() * 0.3, quiet])
    sounds = {c: heard(clean, c, noises.white, np.random.default_rng(1)) for c in Condition}
    speech = slice(SAMPLE_RATE, 2 * SAMPLE_RATE)
    before, after = slice(0, SAMPLE_RATE // 2), slice(2 * SAMPLE_RATE + 1600, 2 * SAMPLE_RATE + 4800)
    level = {c: dbfs(sound[speech]) for c, sound in sounds.items()}
    assert dbfs(sounds[Condition.CLEAN][before]) == pytest.approx(FLOOR_DBFS, abs=2.0)
    assert level[Condition.QUIET] < level[Condition.CLEAN] - 18
    first = slice(SAMPLE_RATE, SAMPLE_RATE + 160)
    assert dbfs(sounds[Condition.FAR][first]) < dbfs(sounds[Condition.CLEAN][first]) - 7
    assert level[Condition.NEAR] > level[Condition.CLEAN] + 10
    assert np.mean(np.abs(sounds[Condition.CLIPPED][speech]) >= 1.0) > 0.005
    tails = [dbfs(sounds[c][after]) for c in (Condition.CLEAN, Condition.ROOM, Condition.HALL)]
    assert tails == sorted(tails)
    assert tails[2] > tails[0] + 20


def test_breath_before_a_word_is_left_out_and_the_edges_are_known() -> None:
    rng = np.random.default_rng(1)
    breath = (rng.standard_normal(4000) * 0.004).astype(np.float32)
    quiet = np.zeros(2000, np.float32)
    word = vowel()[:8000]
    kept = bare(np.concatenate([quiet, breath, word, quiet]), "oh")
    assert len(kept) == pytest.approx(KEPT_BEFORE + len(word) + KEPT_AFTER, abs=0.004 * SAMPLE_RATE)
    assert dbfs(kept[: KEPT_BEFORE - 40]) < dbfs(kept[KEPT_BEFORE:-KEPT_AFTER]) - 25
    soft = bare(np.concatenate([quiet, breath, word, quiet]), "flamingo")
    assert len(soft) == pytest.approx(KEPT_BEFORE + len(breath) + len(word) + KEPT_AFTER, abs=0.004 * SAMPLE_RATE)


@pytest.mark.parametrize("make", [noises.laughter, noises.cough, noises.knocks, noises.claps])
def test_a_noise_is_a_short_sound_and_not_twice_the_same(make: Callable[[np.random.Generator], Samples]) -> None:
    one, other = make(np.random.default_rng(1)), make(np.random.default_rng(2))
    for sound in (one, other):
        assert 0.1 < len(sound) / SAMPLE_RATE < 4.0
        assert np.abs(sound).max() == pytest.approx(1.0)
    assert len(one) != len(other) or not np.allclose(one, other)


@pytest.mark.parametrize("make", [noises.white, noises.pink, noises.fan, noises.music])
def test_steady_noise_has_an_rms_of_one(make: Callable[[int, np.random.Generator], Samples]) -> None:
    assert dbfs(make(SAMPLE_RATE, np.random.default_rng(1))) == pytest.approx(0.0, abs=0.3)


def test_pink_noise_falls_three_db_an_octave() -> None:
    power = np.abs(np.fft.rfft(noises.pink(8 * SAMPLE_RATE, np.random.default_rng(1)))) ** 2
    frequencies = np.fft.rfftfreq(8 * SAMPLE_RATE, 1 / SAMPLE_RATE)

    def at(hz: float) -> float:
        return float(10 * np.log10(np.mean(power[(frequencies > hz / 1.2) & (frequencies < hz * 1.2)])))

    assert at(500) - at(4000) == pytest.approx(9.0, abs=1.0)


def test_a_german_says_v_for_w_and_hardens_the_ends() -> None:
    assert german("wˈIt") == "vˈIt"
    assert german("nˈʌθɪŋ") == "nˈasɪŋ"
    assert german("ɹˈɛd bˈɔl") == "ɹˈɛt bˈɔl"
