/** Parses the orders that a device receives. */
import { Value } from 'typebox/value'
import { DeviceOrder } from '../../contract/deviceMessages'

/** @returns `undefined` if the payload is not a valid order */
export function readOrder(payload: Buffer): DeviceOrder | undefined {
  try {
    const order: unknown = JSON.parse(payload.toString('utf8'))
    return Value.Check(DeviceOrder, order) ? order : undefined
  } catch {
    return undefined
  }
}
