"""A module whose loading never ends."""

while True:
    pass
