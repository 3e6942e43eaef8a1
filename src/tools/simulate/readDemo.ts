/** The devices of a demo that may be simulated, also of a data folder that a server uses. */
import { withCopy } from '../../server/copyService'
import { demoDevices, issueDemoSecrets } from '../../server/demo/demoDevices'
import type { SimulatedDevice } from '../../server/demo/simulator'
import { isDemo } from '../../server/start/demoAtHome'
import type { Db } from '../../server/store/database'
import { type DataPlace, done, failed, lookAtData, type Outcome, type Say } from '../command'

/** @param devices gets those that are found */
export function readDemo(place: DataPlace, devices: SimulatedDevice[], say: Say): Promise<Outcome> {
  const look = async (db: Db) => {
    if (!(await isDemo(db))) return failed(say('simulate.noDemo'))
    await issueDemoSecrets(db)
    devices.push(...(await demoDevices(db)))
    return done()
  }
  /** Secrets are only read: the server would not know those that are issued in its copy. */
  const lookAtCopy = async (db: Db) => {
    if (!(await isDemo(db))) return failed(say('simulate.noDemo'))
    devices.push(...(await demoDevices(db)))
    return done()
  }
  // A device that is played twice takes its connection from itself again and again.
  const readCopy = (copy: string, simulates: boolean) =>
    simulates ? failed(say('simulate.inUse')) : lookAtData({ data: copy }, say, lookAtCopy)
  return lookAtData(place, say, look, () =>
    withCopy(place.data, async (copy, simulates) => readCopy(copy, simulates)).catch(() =>
      failed(say('data.inUse')),
    ),
  )
}
