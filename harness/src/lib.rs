//! Asks, checks, repeats and writes down.
