/** What an order method lets a user enter (§3, §5): the content's type and bounds, and whether a value keeps them. */

export const CONTENT_TYPES = ['text', 'url', 'password', 'number', 'array'] as const

/** An order method's content as the wire carries it. `Value`: [min, max] of text and number, the choices of array. */
export interface MethodContent {
  Type: string
  Value?: readonly (string | number)[] | null
  Holder?: string | null
  /** For a value of several parts: a JSON Schema, checked by `engine/valueObject`. */
  Schema?: unknown
}

export interface MethodBounds {
  min: number
  max: number
}

/** The bounds of a text's length or of a number (§9: 0 to 255 where the method names none). */
export function methodBounds(content: MethodContent, fallback: MethodBounds): MethodBounds {
  const [low, high] = content.Value ?? []
  const min = bound(low) ?? fallback.min
  const max = bound(high) ?? fallback.max
  return { min, max }
}

function bound(value: string | number | undefined): number | undefined {
  if (value === undefined || String(value).trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

type MethodValueProblem = 'methodValue' | 'methodPair' | 'methodBounds'

/**
 * Whether a value can be the `Value` of an order method: a list, and for text and number a pair that begins with the
 * smaller one. What a url or password method says there means nothing.
 */
export function methodValueProblem(value: unknown, type: unknown): MethodValueProblem | undefined {
  const isList =
    Array.isArray(value) && value.every(one => typeof one === 'string' || typeof one === 'number')
  if (!isList) return 'methodValue'
  if (type !== 'text' && type !== 'number') return undefined
  const [low, high] = value.map(bound)
  if (value.length !== 2 || low === undefined || high === undefined) return 'methodPair'
  return low > high ? 'methodBounds' : undefined
}

/** The choices of an array method, as text. */
export function methodChoices(content: MethodContent): string[] {
  return content.Type === 'array' ? (content.Value ?? []).map(String) : []
}

/** §2: methods whose caption contains VPN are hidden when the device has no VPN (an empty object means none, §3). */
export function offersMethod(method: { caption: string }, device: { vpn?: object | null }): boolean {
  return !method.caption.includes('VPN') || Object.keys(device.vpn ?? {}).length > 0
}
