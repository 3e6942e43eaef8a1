/** Parses and checks messages of devices. Invalid ones result in a fault to count, never in an exception. */
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  DEVICE_PAYLOAD_BYTES,
  DevicePresence,
  DeviceResult,
  DeviceTelemetry,
  readUpTopic,
  type UpKind,
} from '../../contract/deviceMessages'
import type { Fault } from './tally'

export type Message =
  | { kind: 'presence'; imei: string; body: DevicePresence }
  | { kind: 'telemetry'; imei: string; body: DeviceTelemetry }
  | { kind: 'result'; imei: string; body: DeviceResult }

const SHAPES = {
  presence: DevicePresence,
  telemetry: DeviceTelemetry,
  result: DeviceResult,
} as const satisfies Record<UpKind, TSchema>
const CHECKS = {
  presence: Compile(SHAPES.presence),
  telemetry: Compile(SHAPES.telemetry),
  result: Compile(SHAPES.result),
}

/** Parses a message. @returns the message, or its fault, with the sender if the topic is valid */
export function readMessage(topic: string, payload: Buffer): Message | { fault: Fault; imei?: string } {
  const sender = readUpTopic(topic)
  if (!sender) return { fault: 'topic unknown' }
  const { imei, kind } = sender
  if (payload.length > DEVICE_PAYLOAD_BYTES) return { fault: 'payload too large', imei }
  const value = parseJson(payload)
  if (!CHECKS[kind].Check(value) || !isStorable(value)) return { fault: 'payload not understood', imei }
  return { kind, imei, body: value as Static<(typeof SHAPES)[typeof kind]> } as Message
}

/** @returns `undefined` for invalid JSON */
function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
const isStorable = (value: object) =>
  Object.values(value).every(field => typeof field !== 'string' || !/\0|\p{Surrogate}/u.test(field))
