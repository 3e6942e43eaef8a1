/**
 * What simulated devices have executed, kept over a restart in a file of one JSON line each. A line is appended before
 * the answer is sent, so that ending the simulator in between makes no device execute an order twice.
 */
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { DeviceResult } from '../../contract/deviceMessages'

export interface Executed {
  /** What became of the order on this device; undefined when it has not been executed. */
  find(imei: string, order: number): DeviceResult | undefined
  add(imei: string, result: DeviceResult): void
  /** An order came again that had been executed. */
  repeated(imei: string, order: number): void
  counts(): { executed: number; repeated: number }
}

/** A line of the file. */
type ExecutedLine = { imei: string } & ({ result: DeviceResult } | { again: number })

/** How many a device keeps in mind. */
const MOST = 500

/** @param file without one nothing outlives the process */
export function openExecuted(file?: string): Executed {
  const known = new Map<string, Map<number, DeviceResult>>()
  const counts = { executed: 0, repeated: 0 }
  const keep = (imei: string, result: DeviceResult) => {
    const own = known.get(imei) ?? new Map<number, DeviceResult>()
    known.set(imei, own.set(result.id, result))
    if (own.size > MOST) own.delete(own.keys().next().value!)
  }
  if (file && existsSync(file))
    for (const line of readExecuted(file)) if ('result' in line) keep(line.imei, line.result)
  const target = file === undefined ? undefined : openSync(file, 'a', 0o600)
  const write = (line: ExecutedLine) => {
    // The line feed is in front: what a killed process wrote by halves stays a line of its own.
    if (target !== undefined) writeSync(target, `\n${JSON.stringify(line)}`)
  }
  return {
    find: (imei, order) => known.get(imei)?.get(order),
    add(imei, result) {
      write({ imei, result })
      keep(imei, result)
      counts.executed++
    },
    repeated(imei, order) {
      write({ imei, again: order })
      counts.repeated++
    },
    counts: () => ({ ...counts }),
  }
}

/** The lines of a file; a broken one counts as not written. */
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
