/** What devices say, read and checked. Whatever is wrong with it is a fault to be counted, never an exception. */
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
  | { kind: 'presence'; imei: string; said: DevicePresence }
  | { kind: 'telemetry'; imei: string; said: DeviceTelemetry }
  | { kind: 'result'; imei: string; said: DeviceResult }

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

/** @returns the message, or what is wrong with it */
export function readMessage(topic: string, payload: Buffer): Message | { fault: Fault } {
  const sender = readUpTopic(topic)
  if (!sender) return { fault: 'topic unknown' }
  if (payload.length > DEVICE_PAYLOAD_BYTES) return { fault: 'payload too large' }
  const value = parsed(payload)
  const { imei, kind } = sender
  if (!CHECKS[kind].Check(value) || !isStorable(value)) return { fault: 'payload not understood' }
  return { kind, imei, said: value as Static<(typeof SHAPES)[typeof kind]> } as Message
}

function parsed(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}

/** PostgreSQL takes every character but these. */
const isStorable = (value: object) =>
  Object.values(value).every(one => typeof one !== 'string' || !/\0|\p{Surrogate}/u.test(one))
