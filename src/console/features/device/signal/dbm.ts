/** A signal as people read it: with a minus sign, and without decimals that nobody measures. */
export const dbm = (rsrp: number) => `${String(Math.round(rsrp)).replace('-', '\u2212')} dBm`
