/** The devices of a demo: lent by the server that runs on it, or read where none does. */
import { lendableDevices } from '../../server/demo/demoDevices'
import { borrowDemoDevices, type Loan } from '../../server/demo/lending'
import type { SimulatedDevice } from '../../server/demo/simulator'
import { isDemo } from '../../server/start/localDemo'
import type { Db } from '../../server/store/database'
import { type DataPlace, done, failed, lookAtData, type Outcome, type SentenceOf } from '../command'

/** What there is to play. */
export interface Found {
  devices: readonly SimulatedDevice[]
  /** Where a server lends them. */
  loan?: Loan
}

/**
 * @param most how many devices are asked for
 * @param found gets them
 */
export async function readDemo(
  place: DataPlace,
  most: number | undefined,
  found: Found,
  sentence: SentenceOf,
): Promise<Outcome> {
  const loan = await borrowDemoDevices(place, { most })
  if (loan) {
    Object.assign(found, { devices: loan.devices, loan })
    return done()
  }
  const look = async (db: Db) => {
    if (!(await isDemo(db))) return failed(sentence('simulate.noDemo'))
    found.devices = await lendableDevices(db, most)
    return done()
  }
  const outcome = await lookAtData(place, sentence, look, async () => failed(sentence('simulate.inUse')))
  return outcome.ok && outcome.text ? failed(outcome.text, sentence('simulate.noServer')) : outcome
}
