/** The channel of LISTEN and NOTIFY. */
export const CHANGES_CHANNEL = 'fleet_changes'
