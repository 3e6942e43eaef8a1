/** Parses and checks messages of devices. Invalid ones result in a fault to count, never in an exception. */
import { isUtf8 } from 'node:buffer'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  DEVICE_PAYLOAD_BYTES,
  DevicePresence,
  DeviceResult,
  DeviceTelemetry,
  type Misunderstood,
  readUpTopic,
  type UpKind,
} from '../../../contract/deviceMessages'
import type { Fault } from '../tally'

export type Message =
  | { kind: 'presence'; imei: string; body: DevicePresence }
  | { kind: 'telemetry'; imei: string; body: DeviceTelemetry }
  | { kind: 'result'; imei: string; body: DeviceResult }

/** The parts of a message that were not understood, and its sender. */
export interface MisunderstoodFrom extends Omit<Misunderstood, 'at'> {
  imei: string
}

interface Reading {
  /** Missing if nothing of the message can be used. */
  message?: Message
  /** The fault to count. Missing if the whole message was understood. */
  fault?: Fault
  /** Missing without a fault, or if the topic does not name a device. */
  misunderstood?: MisunderstoodFrom
}

const SHAPES = { presence: DevicePresence, telemetry: DeviceTelemetry, result: DeviceResult }

/** The fields of each kind, with their checks. */
export const FIELDS = Object.fromEntries(
  Object.entries(SHAPES).map(([kind, { properties, required = [] }]) => [
    kind,
    Object.entries<TSchema>(properties).map(([name, schema]) => ({
      name,
      required: (required as string[]).includes(name),
      check: Compile(schema),
    })),
  ]),
) as unknown as Record<
  UpKind,
  { name: string; required: boolean; check: { Check(value: unknown): boolean } }[]
>

/** Parses a message. Leaves out optional fields that are wrong; unknown keys are ignored. */
export function readMessage(topic: string, payload: Buffer): Reading {
  const sender = readUpTopic(topic)
  if (!sender) return { fault: 'topic unknown' }
  const refused = (reason: Misunderstood['reason'], fields: string[] = []): Reading => ({
    fault: reason === 'size' ? 'payload too large' : 'payload not understood',
    misunderstood: { ...sender, reason, fields },
  })
  if (payload.length > DEVICE_PAYLOAD_BYTES) return refused('size')
  if (!isUtf8(payload)) return refused('encoding')
  const value = parseJson(payload.toString('utf8'))
  if (value === undefined) return refused('json')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('shape')
  const { body, wrong } = readFields(sender.kind, value as Values)
  const missing = wrong.filter(({ required }) => required)
  if (missing.length > 0) return refused('shape', namesOf(missing))
  const message = { ...sender, body } as unknown as Message
  if (wrong.length === 0) return { message }
  return {
    message,
    fault: 'payload partly understood',
    misunderstood: { ...sender, reason: 'fields', fields: namesOf(wrong) },
  }
}

type Values = Readonly<Record<string, unknown>>
type Field = (typeof FIELDS)[UpKind][number]

const namesOf = (fields: readonly Field[]) => fields.map(({ name }) => name)

/** @returns the valid fields, and those that are wrong or missing */
function readFields(kind: UpKind, value: Values): { body: Values; wrong: Field[] } {
  const body: Record<string, unknown> = {}
  const wrong: Field[] = []
  for (const field of FIELDS[kind]) {
    const given = Object.hasOwn(value, field.name) ? value[field.name] : undefined
    if (given === undefined && !field.required) continue
    const cleaned = typeof given === 'string' && !field.required ? withoutControls(given) : given
    if (field.check.Check(given) && isStorable(given, cleaned)) body[field.name] = cleaned
    else wrong.push(field)
  }
  return { body, wrong }
}

/** @returns `undefined` for invalid JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const INVISIBLE = /[\p{Cc}\p{Bidi_Control}]/u

/** Control characters, such as line breaks, become spaces; marks of writing direction are removed. */
const withoutControls = (text: string) =>
  INVISIBLE.test(text)
    ? text
        .replace(/[\p{Bidi_Control}]+/gu, '')
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
    : text

/** False for lone surrogates, which PostgreSQL does not store, and for a text that had only invisible characters. */
const isStorable = (given: unknown, cleaned: unknown) =>
  typeof cleaned !== 'string' ||
  !(/\p{Surrogate}/u.test(cleaned) || INVISIBLE.test(cleaned) || (cleaned === '' && given !== ''))
