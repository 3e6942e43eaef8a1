/** Compares the counters of devices with the devices themselves. */
import { checkCounters, rebuildCounters } from '../server/store/counters'
import { type DataPlace, done, failed, lookAtData, type Outcome, type Say } from './command'

export const COUNTER_TASKS = ['check', 'rebuild'] as const
type CounterTask = (typeof COUNTER_TASKS)[number]

/** The most wrong counts that are named. */
const NAMED = 20

export function checkCounts(task: CounterTask, place: DataPlace, say: Say): Promise<Outcome> {
  return lookAtData(place, say, async db => {
    if (task === 'rebuild') await rebuildCounters(db)
    const wrong = await checkCounters(db)
    if (wrong.length === 0) return done(say(task === 'check' ? 'counters.right' : 'counters.rebuilt'))
    const lines = wrong
      .slice(0, NAMED)
      .map(({ kept, real, ...key }) => `${JSON.stringify(key)} ${kept} ≠ ${real}`)
    return failed(...lines, say('counters.wrong', { count: wrong.length }))
  })
}
