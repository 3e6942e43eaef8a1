/**
 * `npm run simulate -- --devices 2000 --fail 3% --offline 20% --seed 1`: virtual devices over real MQTT connections,
 * until Ctrl+C. `--secrets FILE` simulates devices of a real installation. Default: the devices of the demo in
 * FLEET_DATA or DATABASE_URL, borrowed from its server if the server runs.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { borrowDemoDevices, type Loan } from '../server/demo/lending'
import { readEnv } from '../server/start/env'
import { errorCode } from '../server/store/failures'
import { SheetProblem } from '../sheet'
import { type DataPlace, done, failed, type Outcome, runCommand, type SentenceOf } from './command'
import { DEFAULTS, type SimulatedFleet, startFleet } from './simulate/fleet'
import { type ChosenDevices, type Failure, readDemo } from './simulate/readDemo'
import { readSecrets } from './simulate/readSecrets'
import { BadArgument, readSettings, type SimulateTask } from './simulate/readSettings'
import { startLines } from './simulate/startLines'

const REPORT_EVERY_MS = 10_000
/** How long the process waits before it ends, so that the devices can send their last messages. */
const LEAVE_MS = 500
/** After the server has ended, the devices are borrowed again at this interval. */
const BORROW_EVERY_MS = 1_000

await runCommand(async (args, sentence) => {
  let task: SimulateTask
  try {
    task = readSettings(args)
  } catch (error) {
    if (error instanceof BadArgument) return failed(sentence('simulate.usage', { argument: error.message }))
    throw error
  }
  const env = readEnv(process.env)
  const source = task.secrets
    ? await readFileOf(task.secrets, sentence)
    : await readDemo(env, task.max, sentence)
  if ('failure' in source) return source.failure
  const { loan } = source
  const devices = source.devices.slice(0, task.max)
  if (devices.length === 0) return failed(sentence(loan ? 'simulate.noneLeft' : 'simulate.noDevices'))
  const settings = { ...DEFAULTS, ...(loan && { url: firstOf(loan.url) }), ...task.settings }
  const url = withoutLogin(settings.url)
  const counts = { devices: devices.length, wanted: task.max, lent: loan?.simulates ?? false, url }
  for (const line of startLines(counts, sentence)) process.stdout.write(`${line}\n`)
  if (loan) void keepBorrowing(env, loan)
  return runUntilStopped(startFleet(devices, settings), { total: devices.length, url }, sentence)
})

/** Borrows the same devices again after a restart of the server, which would otherwise simulate them itself. */
async function keepBorrowing(place: DataPlace, loan: Loan): Promise<void> {
  const imeis = loan.devices.map(({ imei }) => imei)
  for (let current: Loan | undefined = loan; ; current = await borrowDemoDevices(place, { imeis })) {
    await current?.over
    await wait(BORROW_EVERY_MS)
  }
}

async function runUntilStopped(
  fleet: SimulatedFleet,
  { total, url }: { total: number; url: string },
  sentence: SentenceOf,
): Promise<Outcome> {
  const line = () => {
    const { connected, ...counts } = fleet.report()
    if (counts.connects + counts.refused === 0) return sentence('simulate.noBroker', { url })
    return sentence('simulate.report', { ...counts, connected: connected.length, total })
  }
  const reporting = setInterval(() => process.stdout.write(`${line()}\n`), REPORT_EVERY_MS)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  clearInterval(reporting)
  const finalReport = line()
  fleet.stop(true)
  setTimeout(() => process.exit(), LEAVE_MS)
  return done(finalReport)
}

async function readFileOf(file: string, sentence: SentenceOf): Promise<ChosenDevices | Failure> {
  try {
    return { devices: await readSecrets(file) }
  } catch (error) {
    const cause = error instanceof SheetProblem ? error.code : errorCode(error)
    return { failure: failed(sentence('simulate.unreadable', { file, cause: cause ?? '' })) }
  }
}

/** The server returns several URLs if its broker is a cluster. */
function firstOf(urls: string): string {
  return urls.split(', ')[0]!
}

function withoutLogin(url: string): string {
  const address = new URL(url)
  return `${address.protocol}//${address.host}`
}
