package io.github.rowlens;

/**
 * The parts of a version of a hybrid logical clock.
 *
 * @param physical milliseconds since 1970-01-01 UTC
 * @param logical the counter
 */
public record Hlc(long physical, long logical) {}
