"""Vosk itself with a real model, a small Korean one, which understands the voices of eSpeak NG in part."""

import io
import json
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import soundfile
import soxr

from voicegames.doors.engines import Engine, open_recognizer
from voicegames.errors import Failure
from voicegames.events import SittingStarted
from voicegames.hearing.models import model_path
from voicegames.hearing.phones import PhoneRecognizer
from voicegames.hearing.recognizer import SAMPLE_RATE, Samples
from voicegames.hearing.utterance import DisfluencyKind, Recognition, WordKind
from voicegames.hearing.vocabulary import Entry, Vocabulary
from voicegames.hearing.vosk_grammar import Token, VoskGrammar, compile_grammar
from voicegames.hearing.vosk_recognizer import VoskRecognizer
from voicegames.language import load_language
from voicegames.settings import HearingSettings, Settings
from voicegames.table.games_at_table import game_at_table
from voicegames.table.phrases import Phrases

KO = load_language("ko")
PHRASES = Phrases(KO, 4)


def spoken(text: str, voice: str = "ko+f5", speed: int = 155) -> Samples:
    """Return the samples of a synthetic voice, with some quiet of a room around them."""
    command = ["espeak-ng", "-v", voice, "-s", str(speed), "--stdout", text]
    sound, rate = soundfile.read(io.BytesIO(subprocess.run(command, capture_output=True, check=True).stdout))
    sound = soxr.resample(sound, rate, SAMPLE_RATE)
    quiet = np.zeros(SAMPLE_RATE * 3 // 10)
    sound = np.concatenate([quiet, sound, quiet])
    return (sound + np.random.default_rng(0).normal(0, 1e-4, len(sound))).astype(np.float32)


@pytest.fixture(scope="module")
def recognizer() -> VoskRecognizer:
    return VoskRecognizer(model_path("ko"), HearingSettings())


def text_of(recognition: Recognition) -> str:
    return " ".join(word.text for word in recognition.words)


def has_word_of(recognizer: VoskRecognizer) -> Callable[[str], bool]:
    model = recognizer._opened.model
    return lambda word: model.vosk_model_find_word(word) >= 0


def test_the_model_has_every_word_of_the_game_and_every_decoy(recognizer: VoskRecognizer) -> None:
    for players in (2, 6):
        for vocabulary in Phrases(KO, players).all():
            recognizer.prepare(vocabulary)
    has_word = has_word_of(recognizer)
    assert [decoy for decoy in KO.decoys if not has_word(decoy)] == []
    assert [filler for filler in KO.fillers if not has_word(filler)] == []
    assert not has_word("도델리도")


SAID = [
    ("얼룩말", "robosoft8", 155),
    ("거북이", "robosoft", 130),
    ("악어", "robosoft8", 180),
    ("분홍", "robosoft", 155),
    ("하양", "f5", 155),
    ("노랑", "sandro", 155),
    ("도델리도", "benjamin", 155),
    ("오 펭귄", "robosoft2", 180),
    ("오, 없음", "pablo", 180),
    ("오 오 노랑", "sandro", 180),
    ("오, 오, 오, 하양", "klatt2", 155),
    ("심판 다시", "robosoft2", 180),
]


@pytest.mark.long
def test_statements_are_heard_with_their_oh_and_never_as_another_one(recognizer: VoskRecognizer) -> None:
    right = 0
    for text, voice, speed in SAID:
        recognition = recognizer.recognize(spoken(text, f"ko+{voice}", speed), PHRASES.answer)
        heard = text_of(recognition)
        assert heard in (text.replace(",", ""), "?"), text
        if heard != "?":
            right += 1
            assert recognition.disfluencies == ()
            assert recognition.readings[0].words == tuple(heard.split())
            assert recognition.readings[0].behind == 0.0
    assert right >= 0.9 * len(SAID)


def test_words_have_times_in_their_order(recognizer: VoskRecognizer) -> None:
    samples = spoken("오, 오, 없음", "ko+pablo", 130)
    words = recognizer.recognize(samples, PHRASES.answer).words
    times = [time for word in words for time in (word.start_s, word.end_s)]
    assert len(words) == 3
    assert times == sorted(times)
    assert 0.1 < times[0] < 0.5
    assert times[-1] < len(samples) / SAMPLE_RATE


def test_the_next_statement_is_read_too_with_how_far_it_lies_behind(recognizer: VoskRecognizer) -> None:
    readings = recognizer.recognize(spoken("하양"), PHRASES.answer).readings
    assert [reading.behind for reading in readings] == sorted(reading.behind for reading in readings)
    white = {reading.words: reading for reading in readings}
    assert white["하양",].behind == 0
    assert white["하얀색",].behind > 2
    assert white["하양",].fit > white["하얀색",].fit


def test_a_word_said_again_is_a_repetition(recognizer: VoskRecognizer) -> None:
    recognition = recognizer.recognize(spoken("노랑, 노랑", "ko+robosoft", 180), PHRASES.answer)
    assert text_of(recognition) == "노랑 노랑"
    assert [item.kind for item in recognition.disfluencies] == [DisfluencyKind.REPETITION]


def test_a_filler_is_heard(recognizer: VoskRecognizer) -> None:
    recognition = recognizer.recognize(spoken("음, 하양", "ko+benjamin"), PHRASES.answer)
    assert text_of(recognition) == "음 하양"
    assert [item.kind for item in recognition.disfluencies] == [DisfluencyKind.FILLER]


OTHER_SPEECH = [
    *(("ko+f5", text) for text in ("선생님", "자동차", "안녕하세요", "나는 몰라", "우리 집에 가자")),
    *(("ko+robosoft", text) for text in ("감사합니다", "강아지", "잠깐만 기다려")),
    ("en+f3", "good morning everybody"),
    ("en", "give me the other box"),
]


@pytest.mark.long
def test_other_speech_is_unknown_though_this_model_has_no_token_for_it(recognizer: VoskRecognizer) -> None:
    assert not has_word_of(recognizer)("[unk]")
    heard = [text_of(recognizer.recognize(spoken(text, voice), PHRASES.answer)) for voice, text in OTHER_SPEECH]
    assert sum(text not in ("", "?") for text in heard) <= 0.1 * len(OTHER_SPEECH)


def test_a_decoy_is_unknown(recognizer: VoskRecognizer) -> None:
    samples = spoken("노랑", "ko+sandro")
    vocabulary = KO.vocabulary([("하양",), ("분홍",)])
    with_decoy = Vocabulary("ko", vocabulary.entries, vocabulary.phrases, decoys=("노랑",))
    recognition = recognizer.recognize(samples, with_decoy)
    assert [word.kind for word in recognition.words] == [WordKind.UNKNOWN]


@pytest.mark.parametrize(
    "samples",
    [np.zeros(0), np.zeros(100), np.zeros(2 * SAMPLE_RATE), np.full(SAMPLE_RATE, 0.3)],
    ids=["none", "6 ms", "silence", "steady"],
)
def test_silence_is_no_word(recognizer: VoskRecognizer, samples: npt.NDArray[np.float64]) -> None:
    assert recognizer.recognize(samples.astype(np.float32), PHRASES.answer).words == ()


@pytest.mark.parametrize("level", [0.001, 0.01, 0.1])
@pytest.mark.parametrize("seconds", [0.2, 2.0])
def test_hiss_is_no_word(recognizer: VoskRecognizer, level: float, seconds: float) -> None:
    noise = np.random.default_rng(1).normal(0, level, round(seconds * SAMPLE_RATE)).astype(np.float32)
    quiet = np.zeros(SAMPLE_RATE // 3, np.float32)
    assert recognizer.recognize(np.concatenate([quiet, noise, quiet]), PHRASES.answer).words == ()


def test_the_same_sound_is_always_heard_alike(recognizer: VoskRecognizer) -> None:
    samples = spoken("거북이", "ko+robosoft", 130)
    first = recognizer.recognize(samples, PHRASES.answer)
    recognizer.recognize(spoken("없음", "ko+f3", 130), PHRASES.answer)
    assert recognizer.recognize(samples, PHRASES.answer) == first
    assert VoskRecognizer(model_path("ko"), HearingSettings()).recognize(samples, PHRASES.answer) == first


def test_loudness_does_not_matter(recognizer: VoskRecognizer) -> None:
    samples = spoken("악어", "ko+robosoft8", 180)
    assert {text_of(recognizer.recognize(samples * np.float32(gain), PHRASES.answer)) for gain in (0.02, 1.0)} == {
        "악어"
    }


def test_numbers_may_be_shouted_in_any_order(recognizer: VoskRecognizer) -> None:
    vocabulary = KO.loop(["하나", "둘", "셋", "넷"])
    assert text_of(recognizer.recognize(spoken("넷"), vocabulary)) == "넷"
    recognition = recognizer.recognize(np.concatenate([spoken("넷"), spoken("넷")]), vocabulary)
    assert text_of(recognition) == "넷 넷"
    assert recognition.disfluencies == ()
    assert recognition.readings[0].words == ("넷", "넷")


def test_yes_and_no_are_told_apart(recognizer: VoskRecognizer) -> None:
    for text in ("네", "아니요"):
        assert text_of(recognizer.recognize(spoken(text), PHRASES.yes_no)) == text


@pytest.fixture(scope="module")
def with_check() -> VoskRecognizer:
    settings = HearingSettings()
    return VoskRecognizer(model_path("ko"), settings, PhoneRecognizer(settings, "ko"))


@pytest.mark.long
def test_with_the_phones_as_a_check_answers_stay_and_other_speech_is_unknown(with_check: VoskRecognizer) -> None:
    checked = [text_of(with_check.recognize(spoken(t, f"ko+{v}", s), PHRASES.answer)) for t, v, s in SAID]
    wanted = [text.replace(",", "") for text, *_ in SAID]
    assert sum(a == b for a, b in zip(checked, wanted, strict=True)) >= 0.8 * len(SAID)
    assert all(a in (b, "?") for a, b in zip(checked, wanted, strict=True))
    heard = [text_of(with_check.recognize(spoken(text, voice), PHRASES.answer)) for voice, text in OTHER_SPEECH]
    assert [text for text in heard if text not in ("", "?")] == []


def vocabulary_of(*entries: Entry, fillers: tuple[Entry, ...] = (), decoys: tuple[str, ...] = ()) -> Vocabulary:
    return Vocabulary("ko", entries, tuple((entry.word,) for entry in entries), fillers=fillers, decoys=decoys)


def listed(grammar: VoskGrammar) -> list[str]:
    text = grammar.everything()
    assert text is not None
    words: list[str] = json.loads(text)
    return words


def test_a_spelling_that_the_model_lacks_is_skipped_for_the_next(recognizer: VoskRecognizer) -> None:
    entry = Entry("dodelido", ("도델리도", "도델 리도", "도 델리 도"), ())
    grammar = compile_grammar(vocabulary_of(entry), has_word_of(recognizer))
    assert grammar.spellings == {"dodelido": (("도", "델리", "도"),)}
    assert listed(grammar) == ["도 델리 도"]


def test_a_word_without_a_spelling_in_the_model_is_told_with_its_language(recognizer: VoskRecognizer) -> None:
    vocabulary = vocabulary_of(Entry("펭귄", ("펭귄",), ()), Entry("dodelido", ("도델리도", "도델 리도"), ()))
    with pytest.raises(Failure) as caught:
        recognizer.prepare(vocabulary)
    assert caught.value.code == "missing-word"
    assert "'dodelido'" in caught.value.sentence
    assert "'ko'" in caught.value.sentence


def test_beside_another_recogniser_only_the_phrases_of_an_unknown_word_are_left_out() -> None:
    words = (Entry("eins", ("eins",), ()), Entry("remmi", ("remmi",), ()), Entry("los", ("los",), ()))
    phrases = (("eins",), ("eins", "remmi"), ("los",))
    grammar = compile_grammar(Vocabulary("de", words, phrases), {"eins", "los"}.__contains__, may_lack_words=True)
    assert set(listed(grammar)) == {"eins", "los"}
    loop = compile_grammar(Vocabulary("de", words, loop=True), {"eins"}.__contains__, may_lack_words=True)
    assert set(listed(loop)) == {"eins", "eins eins"}
    assert (
        compile_grammar(Vocabulary("de", words, phrases), set().__contains__, may_lack_words=True).everything() is None
    )


@pytest.mark.parametrize("name", ["dodelido", "remmi-demmi", "domitrio"])
def test_with_an_installed_model_every_game_can_be_played_though_the_model_lacks_words(name: str) -> None:
    settings, language = Settings(), load_language("ko")
    both = open_recognizer(Engine.BOTH, language, settings)
    started = SittingStarted(name, "", 1, "ko", ("하나", "둘", "셋", "넷"), (None,) * 4, ())
    for vocabulary in game_at_table(name).vocabularies(language, started, settings):
        both.prepare(vocabulary)


def test_spelled_words_come_back_as_the_words_of_the_vocabulary() -> None:
    dodelido = Entry("dodelido", ("dodelido", "dough deli dough"), ())
    um = Entry("um", ("um",), ())
    known = {"dough", "deli", "um", "oh", "black", "[unk]"}
    vocabulary = vocabulary_of(
        dodelido, Entry("oh", ("oh",), ()), fillers=(um, Entry("er", ("er",), ())), decoys=("black",)
    )
    grammar = compile_grammar(vocabulary, known.__contains__)
    tokens = [
        Token(text, n, n + 0.5) for n, text in enumerate(["um", "oh", "dough", "deli", "dough", "dough", "black"])
    ]
    words = grammar.words(tokens)
    assert [word.text for word in words] == ["um", "oh", "dodelido", "?", "?"]
    assert [word.kind for word in words][:3] == [WordKind.FILLER, WordKind.WORD, WordKind.WORD]
    assert (words[2].start_s, words[2].end_s) == (2, 4.5)
    assert set(listed(grammar)) == {"dough deli dough", "oh", "um", "black", "[unk]"}


def test_a_word_of_the_game_is_no_decoy() -> None:
    vocabulary = vocabulary_of(Entry("go", ("go",), ()), decoys=("go", "black"))
    assert compile_grammar(vocabulary, {"go", "black"}.__contains__).others == ("black",)


def test_what_is_no_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(Failure) as caught:
        VoskRecognizer(tmp_path, HearingSettings())
    assert caught.value.code == "no-model"


def place(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"rot")


def test_a_damaged_model_is_told(tmp_path: Path) -> None:
    place(tmp_path, "am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/HCLr.fst", "graph/Gr.fst")
    with pytest.raises(Failure) as caught:
        VoskRecognizer(tmp_path, HearingSettings())
    assert caught.value.code == "no-model"
    assert "verify" in caught.value.sentence


def test_a_model_that_takes_no_word_list_is_told(tmp_path: Path) -> None:
    place(tmp_path, "am/final.mdl", "graph/HCLG.fst")
    with pytest.raises(Failure) as caught:
        VoskRecognizer(tmp_path, HearingSettings())
    assert caught.value.code == "model-kind"


@pytest.mark.long
def test_two_threads_hear_alike(recognizer: VoskRecognizer) -> None:
    samples = spoken("분홍", "ko+robosoft")
    heard = []
    threads = [
        threading.Thread(
            target=lambda: heard.append(
                text_of(VoskRecognizer(model_path("ko"), HearingSettings()).recognize(samples, PHRASES.answer))
            )
        )
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == ["분홍", "분홍"]


def test_vosk_says_nothing_by_itself(recognizer: VoskRecognizer, capfd: pytest.CaptureFixture[str]) -> None:
    recognizer.recognize(spoken("하양"), PHRASES.answer)
    assert capfd.readouterr() == ("", "")
