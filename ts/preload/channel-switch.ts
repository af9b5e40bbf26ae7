/**
 * An environment variable: with the value `off`, the process it is given to keeps Node's own end of
 * its channel.
 */
export const CHANNEL_SWITCH = 'RT_STD_CHANNEL';
