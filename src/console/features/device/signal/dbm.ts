/** A signal for display: with a typographic minus sign and without decimals, which are below the accuracy of a measurement. */
export const dbm = (rsrp: number) => `${String(Math.round(rsrp)).replace('-', '\u2212')} dBm`
