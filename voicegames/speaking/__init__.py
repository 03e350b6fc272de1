"""Text to sound: rendering in a worker process, caching, playback whose end is known."""
