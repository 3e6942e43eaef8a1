/** The simulator as a child process: it takes commands on stdin, and ends with its parent. */
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
// Who started it decides when it ends: Ctrl+C at a terminal reaches both.
process.on('SIGINT', () => undefined)
