/** Gets the devices of a demo: borrowed from its server, or read from the database if no server runs. */
import { lendableDevices } from '../../server/demo/demoDevices'
import { borrowDemoDevices, type Loan } from '../../server/demo/lending'
import type { SimulatedDevice } from '../../server/demo/simulator'
import { isDemo } from '../../server/start/firstStart'
import type { Db } from '../../server/store/database'
import { type DataPlace, done, failed, inspectData, type Outcome, type SentenceOf } from '../command'

/** The devices to simulate. */
export interface ChosenDevices {
  devices: readonly SimulatedDevice[]
  /** Set if they are borrowed from a server. */
  loan?: Loan
}

/** Why there are no devices. */
export interface Failure {
  failure: Outcome
}

/** @param max maximum number of devices; default: all */
export async function readDemo(
  place: DataPlace,
  max: number | undefined,
  sentence: SentenceOf,
): Promise<ChosenDevices | Failure> {
  const loan = await borrowDemoDevices(place, { max })
  if (loan) return { devices: loan.devices, loan }
  let devices: readonly SimulatedDevice[] = []
  const inspect = async (db: Db) => {
    if (!(await isDemo(db))) return failed(sentence('simulate.noDemo'))
    devices = await lendableDevices(db, max)
    return done()
  }
  const outcome = await inspectData(place, sentence, inspect, async () => failed(sentence('simulate.inUse')))
  if (!outcome.ok) return { failure: outcome }
  // If there is no data, `inspectData` succeeds with a text; here that is a failure.
  if (outcome.text) return { failure: failed(outcome.text, sentence('simulate.noServer')) }
  return { devices }
}
