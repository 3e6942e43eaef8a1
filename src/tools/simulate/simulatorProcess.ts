/**
 * The simulator as a child process, which ends with its parent. Reads lines from stdin: first `SimulatorStart` as JSON,
 * then `report` or a `SimulatorChange`.
 */
import { createInterface } from 'node:readline'
import type { SimulatorChange, SimulatorStart } from '../../server/demo/simulator'
import { DEFAULTS, type SimulatedFleet, startFleet } from './fleet'

let fleet: SimulatedFleet | undefined

createInterface({ input: process.stdin })
  .on('line', line => {
    if (fleet && line === 'report') return void process.stdout.write(`${JSON.stringify(fleet.report())}\n`)
    if (fleet) return fleet.change(JSON.parse(line) as SimulatorChange)
    const { settings, devices } = JSON.parse(line) as SimulatorStart
    fleet = startFleet(devices, { ...DEFAULTS, ...settings })
  })
  .on('close', () => process.exit(0))
// Ignore Ctrl+C: the terminal sends it to the parent too, and the parent decides when this process ends.
process.on('SIGINT', () => undefined)
