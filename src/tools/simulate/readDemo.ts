/** Gets the devices of a demo: borrowed from its server, or read from the database if no server runs. */
import { lendableDevices } from '../../server/demo/demoDevices'
import { borrowDemoDevices, type Loan } from '../../server/demo/lending'
import type { SimulatedDevice } from '../../server/demo/simulator'
import { isDemo } from '../../server/start/localDemo'
import type { Db } from '../../server/store/database'
import { type DataPlace, done, failed, inspectData, type Outcome, type SentenceOf } from '../command'

/** The devices to simulate. */
export interface ChosenDevices {
  devices: readonly SimulatedDevice[]
  /** Set if they are borrowed from a server. */
  loan?: Loan
}

/**
 * @param max maximum number of devices; default: all
 * @param found is filled with the devices
 */
export async function readDemo(
  place: DataPlace,
  max: number | undefined,
  found: ChosenDevices,
  sentence: SentenceOf,
): Promise<Outcome> {
  const loan = await borrowDemoDevices(place, { max })
  if (loan) {
    Object.assign(found, { devices: loan.devices, loan })
    return done()
  }
  const inspect = async (db: Db) => {
    if (!(await isDemo(db))) return failed(sentence('simulate.noDemo'))
    found.devices = await lendableDevices(db, max)
    return done()
  }
  const outcome = await inspectData(place, sentence, inspect, async () => failed(sentence('simulate.inUse')))
  // `inspectData` succeeds with a text if there is no data; here that is a failure.
  return outcome.ok && outcome.text ? failed(outcome.text, sentence('simulate.noServer')) : outcome
}
