/**
 * `npm test`: everything that must hold, one heading a step. A step's output is shown when it fails; the run goes on, so that
 * one look shows all that is wrong, and ends with a line `N passed, N failed` and a status that says the same.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CHROMIUM_ADVICE, obtainChromium } from './chromium'

interface Step {
  name: string
  /** An npm script, and what is added to it. */
  script: string
  args?: string[]
  env?: Record<string, string>
  /** Reads how many tests passed and failed from the step's report; without it the step counts as one. */
  count?: () => Count | undefined
}

interface Count {
  passed: number
  failed: number
}

/** What is read of the report of the journeys. */
interface JourneyReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: JourneySuite[]
}

interface JourneySuite {
  title: string
  specs: { title: string; tests: { status: string }[] }[]
  suites?: JourneySuite[]
}

interface Result extends Count {
  step: Step
  seconds: number
  output: string
  ok: boolean
}

const STEP_LIMIT_MS = 1_200_000
const root = resolve(import.meta.dirname, '../..')
const reports = mkdtempSync(join(tmpdir(), 'fleet-test-'))
const unitReport = join(reports, 'unit.json')
const journeyReport = join(reports, 'journeys.json')

/** Services that some tests need: the variable that names one, and what is printed when tests were left out for want of it. */
const SERVICES = [
  { variable: 'TEST_DATABASE_URL', name: 'PostgreSQL' },
  { variable: 'TEST_MQTT_URL', name: 'MQTT' },
]

const checks: Step[] = [
  { name: 'types', script: 'typecheck' },
  { name: 'lint', script: 'lint' },
  { name: 'import law', script: 'law' },
  { name: 'config', script: 'config:check' },
]
const build: Step = { name: 'build', script: 'build' }
const unit: Step = {
  name: 'unit, component and API tests',
  script: 'unit',
  args: ['--reporter=dot', '--reporter=json', `--outputFile.json=${unitReport}`],
  count: () => {
    const report = json<{ numPassedTests: number; numFailedTests: number }>(unitReport)
    return report && { passed: report.numPassedTests, failed: report.numFailedTests }
  },
}
const journeys = (chromium: string): Step => ({
  name: 'journeys in Chromium',
  script: 'journeys',
  args: ['--reporter=line,json'],
  env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport },
  count: () => {
    const report = json<JourneyReport>(journeyReport)
    for (const name of report?.suites.flatMap(flaky) ?? []) console.log(`failed at first: ${name}`)
    return report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
  },
})

async function main(): Promise<number> {
  const began = Date.now()
  const results = await Promise.all(checks.map(runStep))
  results.forEach(show)
  results.push(show(await runStep(build)))
  results.push(show(await runStep(unit)))
  if (results.some(result => result.step === build && !result.ok)) {
    results.push(show(missed(journeys(''), 'Nothing was built that a browser could be shown.')))
  } else {
    const chromium = obtainChromium(line => console.log(line))
    const step = journeys(chromium ?? '')
    results.push(show(chromium ? await runStep(step) : missed(step, CHROMIUM_ADVICE)))
  }

  const failed = results.filter(result => !result.ok)
  console.log(`\n── ${Math.round((Date.now() - began) / 1000)} s ──`)
  for (const result of failed) console.log(`failed: ${result.step.name}`)
  for (const { variable, name } of SERVICES) {
    if (!process.env[variable] && isNeeded(variable)) console.log(`${name}: NOT RUN`)
  }
  const total = (key: keyof Count) => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  return failed.length === 0 ? 0 : 1
}

function runStep(step: Step): Promise<Result> {
  const began = Date.now()
  return new Promise(done => {
    const child = spawn('npm', ['run', '--silent', step.script, ...(step.args ? ['--', ...step.args] : [])], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that a step that hangs is ended with everything it started.
      detached: true,
      env: { ...process.env, ...step.env, NO_COLOR: '1', FORCE_COLOR: undefined, CI: '1' },
    })
    let output = ''
    const limit = setTimeout(() => {
      output += `\nGiven up after ${STEP_LIMIT_MS / 1000} s.\n`
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    }, STEP_LIMIT_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', error => {
      output += error.message
    })
    child.on('close', code => {
      clearTimeout(limit)
      const ok = code === 0
      const count = step.count?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
      if (!ok && count.failed === 0) count.failed = 1
      done({ step, ok, output, seconds: (Date.now() - began) / 1000, ...count })
    })
  })
}

/** The journeys that passed when they were tried once more. */
function flaky({ title, specs, suites = [] }: JourneySuite): string[] {
  const own = specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(spec => spec.title)
  return [...own, ...suites.flatMap(flaky)].map(name => `${title} › ${name}`)
}

function missed(step: Step, why: string): Result {
  return { step, ok: false, output: why, seconds: 0, passed: 0, failed: 1 }
}

function show(result: Result): Result {
  const { step, ok, seconds, passed, failed, output } = result
  const counted = step.count ? ` · ${passed} passed${failed ? `, ${failed} failed` : ''}` : ''
  console.log(`── ${step.name}: ${ok ? 'ok' : 'FAILED'}${counted} · ${seconds.toFixed(1)} s`)
  if (!ok) console.log(`${output.trim()}\n`)
  return result
}

/** Whether a test asks for the service. */
function isNeeded(variable: string): boolean {
  const folder = join(root, 'tests')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .some(
      file =>
        /\.tsx?$/.test(file) && statSync(file).isFile() && readFileSync(file, 'utf8').includes(variable),
    )
}

function json<Shape>(file: string): Shape | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Shape
  } catch {
    return undefined
  }
}

process.exitCode = await main().finally(() => rmSync(reports, { recursive: true, force: true }))
