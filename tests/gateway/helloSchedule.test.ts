/** When a gateway asks the devices of each part whether they are connected (hello). */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HelloSchedule } from '../../src/server/gateway/helloSchedule'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

interface Situation {
  parts: number
  /** How long devices have to answer. */
  patienceMs?: number
  /** A part whose devices are being asked already. */
  underWay?: string
  connected?: number
  /** The broker is embedded: it needs no regular hellos. */
  isEmbedded?: boolean
  isConnected?: () => boolean
}

function startSchedule({
  parts: count,
  patienceMs = 20_000,
  underWay = '',
  connected = 10_500,
  isEmbedded = false,
  isConnected = () => true,
}: Situation) {
  const parts = Array.from({ length: count }, (_, part) => String(part).padStart(2, '0'))
  const asked: string[] = []
  const greeted: string[] = []
  const postponed: { parts: number; ms: number }[] = []
  const schedule = new HelloSchedule({
    everyMs: isEmbedded ? undefined : () => 600_000,
    patienceMs: () => patienceMs,
    parts: () => parts,
    connected: () => connected,
    isConnected,
    isBeingAsked: part => part === underWay,
    postpone: (some, ms) => postponed.push({ parts: some.length, ms }),
    beginRollCall: async some => asked.push(...some),
    sayHello: async part => greeted.push(part),
  })
  return { parts, asked, greeted, postponed, schedule }
}

it.each([100, 50, 3])('asks each of %d parts once in each period', async count => {
  const { parts, asked, schedule } = startSchedule({ parts: count })
  await vi.advanceTimersByTimeAsync(600_000)
  schedule.stop()
  expect(asked).toEqual(parts)
})

it('asks all parts every 35 seconds for three minutes after the broker or one of its nodes was away', async () => {
  const { parts, asked, schedule } = startSchedule({ parts: 100 })
  await vi.advanceTimersByTimeAsync(3_000)
  schedule.unsettle()
  await vi.advanceTimersByTimeAsync(35_000)
  expect(asked).toEqual(parts)
  await vi.advanceTimersByTimeAsync(145_000)
  const askedWhileUnsettled = asked.length
  expect(askedWhileUnsettled).toBeGreaterThan(500)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked.length - askedWhileUnsettled).toBeLessThanOrEqual(101)
  schedule.stop()
  schedule.unsettle()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked.length - askedWhileUnsettled).toBeLessThanOrEqual(101)
})

it('asks a part again during its roll call, without more time for the answer', async () => {
  const { parts, asked, greeted, schedule } = startSchedule({ parts: 100, underWay: '07' })
  await vi.advanceTimersByTimeAsync(600_000)
  schedule.stop()
  expect(asked).toEqual(parts.filter(part => part !== '07'))
  expect(greeted).toEqual(['07'])
})

it('asks parts taken over as fast as their devices may answer, and all of them within 35 seconds', async () => {
  const few = startSchedule({ parts: 100 })
  few.schedule.askInTurn(few.parts, part => (part === '07' ? 1 : 0))
  await vi.advanceTimersByTimeAsync(4)
  expect(few.asked).toEqual(few.parts)
  // The gateway asks 300 devices in a second, unless more must be asked within 35 seconds.
  expect(few.postponed).toEqual([{ parts: 100, ms: expect.closeTo(1000 / 300) }])
  few.schedule.stop()

  const many = startSchedule({ parts: 100 })
  many.schedule.askInTurn(many.parts, () => 30)
  await vi.advanceTimersByTimeAsync(4_950)
  expect(many.asked).toHaveLength(50)
  await vi.advanceTimersByTimeAsync(5_050)
  // The regular question, due after six seconds, waits.
  expect(many.asked).toEqual(many.parts)
  many.schedule.stop()

  const twice = startSchedule({ parts: 3 })
  for (let call = 0; call < 2; call++) twice.schedule.askInTurn(twice.parts, () => 30)
  await vi.advanceTimersByTimeAsync(1_000)
  // The first part is asked at once, and again in its turn.
  expect(twice.asked).toEqual(['00', '01', '02', '00'])
  twice.schedule.stop()

  const tooMany = startSchedule({ parts: 100 })
  tooMany.schedule.askInTurn(tooMany.parts, () => 30_000)
  expect(tooMany.postponed).toEqual([{ parts: 100, ms: expect.closeTo(35_000) }])
  await vi.advanceTimersByTimeAsync(35_000)
  expect(tooMany.asked).toEqual(tooMany.parts)
  tooMany.schedule.stop()
})

it('asks no part that the gateway has lost, and none after it was stopped', async () => {
  const { parts, asked, schedule } = startSchedule({ parts: 3 })
  schedule.askInTurn([...parts, '50'], () => 300)
  await vi.advanceTimersByTimeAsync(400)
  expect(asked).toEqual(['00', '01'])
  schedule.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toEqual(['00', '01'])
})

it('asks a small fleet sooner after a break, but not before its devices had their time to answer', async () => {
  const { parts, asked, schedule } = startSchedule({ parts: 100, connected: 1_000 })
  schedule.unsettle()
  await vi.advanceTimersByTimeAsync(21_000)
  schedule.stop()
  expect(asked).toEqual(parts)
})

it('asks no part of a small fleet more often than every 20 seconds, however short the time to answer is', async () => {
  const { parts, asked, schedule } = startSchedule({ parts: 100, connected: 10, patienceMs: 4_000 })
  schedule.unsettle()
  await vi.advanceTimersByTimeAsync(40_000)
  schedule.stop()
  expect(asked).toEqual([...parts, ...parts])
})

const SILENT_DEVICE = '358126090000007'

it('asks the part of a device that sends messages without presence, after a second', async () => {
  const { asked, greeted, schedule } = startSchedule({ parts: 100, isConnected: () => false })
  schedule.messageReceived(SILENT_DEVICE)
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  schedule.stop()
  expect([asked, greeted]).toEqual([['07'], []])
})

it('starts no roll call for such a device at the embedded broker, which reports every end itself', async () => {
  const { asked, greeted, schedule } = startSchedule({
    parts: 100,
    isEmbedded: true,
    isConnected: () => false,
  })
  schedule.messageReceived(SILENT_DEVICE)
  await vi.advanceTimersByTimeAsync(600_000)
  schedule.stop()
  expect([asked, greeted]).toEqual([[], ['07']])
})

it('asks nothing after it was stopped, even if a message has arrived just before', async () => {
  const { asked, greeted, schedule } = startSchedule({ parts: 100, isConnected: () => false })
  schedule.messageReceived(SILENT_DEVICE)
  schedule.stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect([asked, greeted]).toEqual([[], []])
})
