"""What is said in the corpus: statements of Dodelido, commands, numbers, and speech that is none of them."""

ANIMALS = ("flamingo", "penguin", "camel", "zebra", "tortoise")
COLOURS = ("blue", "green", "pink", "white", "yellow")
ANSWERS = (*ANIMALS, *COLOURS, "nought", "dodelido", "turtle", "nothing")
"""The words that end a statement, each in one of its equal names."""

DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
CHOICES = ("yes", "no")
CONTROLS = (
    "referee pause",
    "referee go on",
    "go on",
    "referee repeat",
    "referee that was wrong",
    "referee score",
    "referee help",
    "referee stop",
)
FILLERS = ("um", "uh", "er")

SPELLED_FRAGMENTS = {
    "flamingo": ("fluh", "fla", "flum"),
    "penguin": ("puh", "pen", "peng"),
    "camel": ("cuh", "ca", "cam"),
    "zebra": ("zuh", "zee", "zeb"),
    "tortoise": ("tuh", "tor", "taw"),
    "blue": ("buh", "bluh", "bloo"),
    "green": ("guh", "gruh", "gree"),
    "pink": ("puh", "pih", "pin"),
    "white": ("wuh", "why", "wai"),
    "yellow": ("yuh", "yeh", "yell"),
    "nought": ("nuh", "naw", "nor"),
    "dodelido": ("duh", "doe", "doe della"),
    "turtle": ("tuh", "tur", "ter"),
    "nothing": ("nuh", "nuff", "noth"),
}
"""Fragments as a synthesiser can read them: the first consonant with a short vowel, then longer ones."""

NEAR_WORDS = (
    *("not", "knot", "note", "night", "naughty", "net", "knit", "mutton", "muffin", "loathing"),
    *("wide", "why", "wine", "while", "wipe", "wait", "wheat", "what", "quite", "light", "right", "height"),
    *("think", "thing", "sink", "wink", "ink", "drink", "pick", "pin", "punk", "king", "pig", "thank"),
    *("brew", "glue", "blow", "bloom", "blood", "clue", "flew", "true", "do", "ballet", "below"),
    *("fellow", "mellow", "jello", "hello", "yell", "pillow", "jealous"),
    *("camera", "candle", "kennel", "cattle", "cannot", "caramel", "mammal", "channel"),
    *("purple", "pelican", "pending", "bingo", "pumpkin", "penny"),
    *("screen", "grain", "grin", "cream", "dream", "greet", "grow", "brain"),
    *("debra", "zero", "cobra", "zipper", "libra", "sea bread"),
    *("torture", "tortilla", "porpoise", "talkers", "hurdle", "total", "title"),
    *("domino", "flamenco", "mango", "lingo", "deli", "dodo", "do they know", "torpedo"),
)
"""Words that sound like those of the game and are none of them."""

FAR_WORDS = (
    *("apple", "banana", "basket", "bicycle", "birthday", "biscuit", "bottle", "brother", "bucket", "butter"),
    *("carpet", "castle", "chair", "cheese", "chicken", "chocolate", "church", "circus", "coffee", "cookie"),
    *("cousin", "dinner", "doctor", "dog", "dragon", "eagle", "elephant", "engine", "evening", "family"),
    *("farmer", "father", "finger", "fish", "flower", "football", "forest", "friend", "garden", "giraffe"),
    *("grandma", "guitar", "hammer", "hamster", "holiday", "horse", "hospital", "house", "island", "jacket"),
    *("jungle", "kettle", "kitchen", "ladder", "lemon", "lion", "market", "milk", "monkey", "morning"),
    *("mother", "mountain", "music", "orange", "parrot", "party", "pencil", "picture", "pizza", "potato"),
    *("rabbit", "radio", "rainbow", "river", "robot", "rocket", "sandwich", "school", "shadow", "sister"),
    *("soup", "spider", "spoon", "square", "station", "strawberry", "summer", "supper", "table", "teacher"),
    *("telephone", "tiger", "tomato", "tractor", "trousers", "umbrella", "village", "water", "weather", "window"),
)
"""Everyday words that sound like none of the game."""

PLAIN_SENTENCES = (
    *("shall we order a pizza", "it is your turn now", "can I have some juice", "mum where is my cup"),
    *("I was looking out of the window", "wait a second please", "that is not fair", "who wants more biscuits"),
    *(
        "he took all the cards again",
        "I have to get up early",
        "the dog is barking outside",
        "what time is it",
    ),
    *("did you see his face", "please shut the door", "my sister always wins", "the kettle is boiling"),
    *("let me think about that", "you are too fast for me", "turn the radio down", "we should play another game"),
    *("come here and sit beside me", "how many cards have you got", "I am hungry", "give it back to me"),
    *("stop kicking the table", "it was raining all day", "I can't remember that one", "this is so much fun"),
    *("are you coming to the party", "put your shoes on", "somebody is at the door", "I don't know what to say"),
    *(
        "grandpa fell asleep again",
        "that card was upside down",
        "you have to say it louder",
        "where are the keys",
    ),
)
"""What is said at a table, without a word of the game."""

GAME_SENTENCES = (
    *("the penguin is on my card", "I like the blue one best", "look at the green frog", "that zebra looks funny"),
    *("there was nothing on the telly", "is that a camel or a horse", "my socks are white", "we had a yellow car"),
    *("she wants the pink cup", "the tortoise won the race", "a flamingo stands on one leg", "I thought it was blue"),
    *("say dodelido when there is a tie", "oh no not again", "oh dear I dropped it", "oh I see what you mean"),
    *(
        "white bread with butter please",
        "he painted the fence green",
        "is it a penguin",
        "you said yellow not blue",
    ),
    *("nothing ever happens here", "the zebra crossing is over there", "that turtle swims very fast"),
    *("a camel has two humps", "pink is my favourite colour"),
)
"""Sentences with a word of the game in them: no statement either."""
