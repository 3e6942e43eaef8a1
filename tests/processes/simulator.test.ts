/** The simulator as a process: `npm run simulate` and the demo start it so. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { orderTopic } from '../../src/contract/deviceMessages'
import { spawnSimulator } from '../../src/server/demo/simulator'
import { readExecuted } from '../../src/tools/simulate/executedOrders'
import { dataFolder } from '../support/dataFolder'
import { devices, imeis, order, QUICK, startBroker } from '../support/simulatorBroker'

describe('a simulator process', () => {
  it('executes nothing twice after it was killed between execution and answer', async () => {
    const { url, of, send } = await startBroker()
    const state = join(dataFolder(), 'executed')
    const begin = (answerMs: number) =>
      spawnSimulator({ settings: { ...QUICK, url, state, answerMs: [answerMs, answerMs] }, devices })
    const online = () => of('presence').filter(({ online }) => online)
    // Half of these twelve seconds pass between execution and answer.
    const killed = await begin(12_000)
    await expect.poll(online).toHaveLength(20)
    for (const imei of imeis) send(orderTopic(imei), order(9))
    await expect.poll(async () => (await killed.report()).executed).toBe(20)
    killed.kill()
    await killed.ended
    expect(of('result')).toEqual([])

    const next = await begin(20)
    await expect.poll(online).toHaveLength(40)
    for (const imei of imeis) send(orderTopic(imei), order(9))
    await expect.poll(() => of('result')).toHaveLength(20)
    next.kill()
    await next.ended
    const lines = readExecuted(state)
    expect(lines.filter(line => 'result' in line)).toHaveLength(20)
    expect(lines.filter(line => 'again' in line)).toHaveLength(20)
  })

  it('ends with the process that has started it', async () => {
    const simulator = await spawnSimulator({ settings: {}, devices: [] })
    expect(simulator.pid).toBeGreaterThan(0)
    simulator.closeStdin()
    expect(await simulator.ended).toEqual({ code: 0, stderrEnd: '' })
  })
})
