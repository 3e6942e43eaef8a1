/** Signal strength of a modem, from rsrp in dBm (§2). */

export type SignalGrade = 'primary' | 'success' | 'warning' | 'danger'

/** Lower bounds in dBm, from the best grade down (§9: -80, -90, -100). */
export interface SignalThresholds {
  primary: number
  success: number
  warning: number
}

/** The grade of a signal; `undefined` without a signal (0 or absent). */
export function signalGrade(
  rsrp: number | null | undefined,
  { primary, success, warning }: SignalThresholds,
): SignalGrade | undefined {
  if (rsrp === null || rsrp === undefined || rsrp === 0 || Number.isNaN(rsrp)) return undefined
  if (rsrp >= primary) return 'primary'
  if (rsrp >= success) return 'success'
  if (rsrp >= warning) return 'warning'
  return 'danger'
}
