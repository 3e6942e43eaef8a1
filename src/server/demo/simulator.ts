/**
 * Starts the simulator of devices as a child process (`src/tools/simulate`). Secrets reach it through stdin; it ends
 * when stdin closes, so that it never outlives its parent.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { packageRoot } from '../packageRoot'
import { workerScript } from '../workerScript'

/** Who a simulated device is, and where its signal stood last. */
export interface SimulatedDevice {
  imei: string
  secret: string
  signal?: { rsrp: number; band: number }
}

export interface SimulatorSettings {
  /** The broker, `mqtt://` or `mqtts://`. */
  url: string
  seed: number
  /** Which part of the orders fails, from 0 to 1. */
  fail: number
  /** Which part of the time a device is away, from 0 to 1. */
  offline: number
  /** Whether that part is away at the beginning; otherwise all connect at first. */
  beginAway: boolean
  /** How long a device is there and away, taken together. */
  cycleSeconds: number
  /** How long an order takes: most are quick, one in ten takes up to the longest. */
  answerMs: readonly [min: number, max: number]
  telemetrySeconds: number
  keepaliveSeconds: number
  /** How long a device waits before it connects again; grows to sixteen times that. */
  retryMs: number
  /** How many begin to connect in a second. */
  connectsPerSecond: number
  /** How many are connecting at the same time, until their presence is acknowledged; the others wait. */
  connecting: number
  /** File that keeps what has been executed over a restart. */
  state?: string
}

/** What the devices have done since the process began. */
export interface SimulatorReport {
  /** IMEIs of those that the broker has accepted. */
  connected: string[]
  connects: number
  /** Connections that the broker did not accept. */
  refused: number
  /** Messages of signals that the broker has acknowledged. */
  telemetry: number
  executed: number
  /** Orders that came again. */
  repeated: number
}

/** The first line on stdin. Further lines ask for a report, which is a line on stdout, or are a `SimulatorChange`. */
export interface SimulatorStart {
  settings: Partial<SimulatorSettings>
  devices: readonly SimulatedDevice[]
}

/** What may be changed while devices are connected. */
export interface SimulatorChange {
  telemetrySeconds?: number
  /** Devices that somebody else plays for now. */
  lent?: readonly string[]
}

export interface Simulator {
  pid: number
  report(): Promise<SimulatorReport>
  change(change: SimulatorChange): void
  /** What it wrote to stderr when it ended. */
  ended: Promise<{ code: number | null; said: string }>
  /** All devices vanish. */
  kill(): void
  /** As if the process that has started it were gone. */
  letGo(): void
}

/** The end of what a process says that is kept for the log. */
const SAID = 2_000

export async function spawnSimulator(start: SimulatorStart): Promise<Simulator> {
  const script = await workerScript('../tools/simulate/simulatorProcess', ['tools/simulate', 'contract'])
  // Thousands of small connections, little garbage: without limits Node would rather take memory than collect it.
  const flags = ['--max-semi-space-size=2', '--max-old-space-size=512', '--optimize-for-size']
  const child = spawn(process.execPath, [...flags, script], {
    cwd: packageRoot,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID)
  })
  // It may have ended before everything was written.
  child.stdin.on('error', () => undefined)
  child.stdin.write(`${JSON.stringify(start)}\n`)
  const ended = endOf(child).then(code => ({ code, said }))
  const reports = createInterface({ input: child.stdout })
  return {
    pid: child.pid ?? 0,
    ended,
    kill: () => void child.kill('SIGKILL'),
    change: change => void child.stdin.write(`${JSON.stringify(change)}\n`),
    letGo: () => void child.stdin.end(),
    async report() {
      child.stdin.write('report\n')
      const line = await Promise.race([once(reports, 'line'), ended])
      if (!Array.isArray(line)) throw new Error('the simulator has ended')
      return JSON.parse(String(line[0])) as SimulatorReport
    },
  }
}

async function endOf(child: ChildProcess): Promise<number | null> {
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return code
  } catch {
    // It could not be started at all.
    return null
  }
}
