/**
 * The orders that simulated devices have executed, also stored in a file with one JSON line per order. A line is
 * appended before the result is sent, so that no order is executed twice if the simulator is killed in between.
 */
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { DeviceResult } from '../../contract/deviceMessages'

export interface ExecutedOrders {
  /** The result of the order on this device; undefined if it was not executed. */
  find(imei: string, order: number): DeviceResult | undefined
  add(imei: string, result: DeviceResult): void
  /** Counts the repeated delivery of an executed order. */
  addRepetition(imei: string, order: number): void
  counts(): { executed: number; repeated: number }
}

/** A line of the file: a result, or the id of an order that was delivered again. */
type ExecutedLine = { imei: string } & ({ result: DeviceResult } | { again: number })

/** The most results in memory for each device. */
const MAX_PER_DEVICE = 500

/** @param file without it, the orders are kept only in memory */
export function openExecutedOrders(file?: string): ExecutedOrders {
  /** By IMEI and id of the order. */
  const results = new Map<string, Map<number, DeviceResult>>()
  const counts = { executed: 0, repeated: 0 }
  const keep = (imei: string, result: DeviceResult) => {
    const resultsOfDevice = results.get(imei) ?? new Map<number, DeviceResult>()
    results.set(imei, resultsOfDevice.set(result.id, result))
    // Forget the oldest result.
    if (resultsOfDevice.size > MAX_PER_DEVICE) resultsOfDevice.delete(resultsOfDevice.keys().next().value!)
  }
  if (file && existsSync(file))
    for (const line of readExecuted(file)) if ('result' in line) keep(line.imei, line.result)
  const openedFile = file === undefined ? undefined : openSync(file, 'a', 0o600)
  const write = (line: ExecutedLine) => {
    // Write the line feed first: it ends the incomplete line of a process that was killed while writing.
    if (openedFile !== undefined) writeSync(openedFile, `\n${JSON.stringify(line)}`)
  }
  return {
    find: (imei, order) => results.get(imei)?.get(order),
    add(imei, result) {
      write({ imei, result })
      keep(imei, result)
      counts.executed++
    },
    addRepetition(imei, order) {
      write({ imei, again: order })
      counts.repeated++
    },
    counts: () => ({ ...counts }),
  }
}

/** The lines of a file; incomplete ones are ignored. */
export function readExecuted(file: string): ExecutedLine[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap(text => {
      try {
        return text ? [JSON.parse(text) as ExecutedLine] : []
      } catch {
        return []
      }
    })
}
