/**
 * `npm run simulate -- --devices 2000 --fail 3% --offline 20% --seed 1`: virtual devices over real MQTT connections,
 * until Ctrl+C. With `--secrets FILE` devices of a real installation, else those of the demo of FLEET_DATA or
 * DATABASE_URL, which a server that runs there lends.
 */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { borrowDemoDevices, type Loan } from '../server/demo/lending'
import { readEnv } from '../server/start/env'
import { errorCode } from '../server/store/failures'
import { SheetProblem } from '../sheet'
import { type DataPlace, done, failed, type Outcome, runCommand, type SentenceOf } from './command'
import { DEFAULTS, type SimulatedFleet, startFleet } from './simulate/fleet'
import { opening } from './simulate/opening'
import { type Found, readDemo } from './simulate/readDemo'
import { readSecrets } from './simulate/readSecrets'
import { BadArgument, readSettings, type SimulateTask } from './simulate/readSettings'

const REPORT_EVERY_MS = 10_000
/** For the messages with which devices take leave. */
const LEAVE_MS = 500
/** A server that has ended is asked again so often for the devices that it had lent. */
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
  const found: Found = { devices: [] }
  const outcome = task.secrets
    ? await readFileOf(task.secrets, found, sentence)
    : await readDemo(env, task.most, found, sentence)
  if (!outcome.ok) return outcome
  const { loan } = found
  const chosen = found.devices.slice(0, task.most)
  if (chosen.length === 0) return failed(sentence(loan ? 'simulate.noneLeft' : 'simulate.noDevices'))
  const settings = { ...DEFAULTS, ...(loan && { url: firstOf(loan.url) }), ...task.settings }
  const url = withoutLogin(settings.url)
  const counts = { devices: chosen.length, asked: task.most, lent: loan?.simulates ?? false, url }
  for (const line of opening(counts, sentence)) process.stdout.write(`${line}\n`)
  if (loan) void keepBorrowing(env, loan)
  return runUntilStopped(startFleet(chosen, settings), { total: chosen.length, url }, sentence)
})

/** A server that is started again would play them itself. */
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
  const last = line()
  fleet.stop(true)
  setTimeout(() => process.exit(), LEAVE_MS)
  return done(last)
}

async function readFileOf(file: string, found: Found, sentence: SentenceOf): Promise<Outcome> {
  try {
    found.devices = await readSecrets(file)
    return done()
  } catch (error) {
    const cause = error instanceof SheetProblem ? error.code : errorCode(error)
    return failed(sentence('simulate.unreadable', { file, cause: cause ?? '' }))
  }
}

/** Of a cluster the server names several. */
function firstOf(urls: string): string {
  return urls.split(', ')[0]!
}

function withoutLogin(url: string): string {
  const address = new URL(url)
  return `${address.protocol}//${address.host}`
}
