"""One fold for each event: how it changes the state. Nothing here checks a rule or chooses anything."""

import companion.rules.registry
