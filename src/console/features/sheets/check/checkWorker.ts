/** The thread in which a chosen sheet is read and judged: 100,000 rows must not freeze the page. It ends with the page's `terminate`. */
import type { RosterMisfit } from '../../../../contract/devices'
import { readSheet, SheetProblem, writeXlsx } from '../../../../sheet'
import { SheetCheck } from './SheetCheck'
import type { BadSheet, CheckAnswer, CheckContext, CheckRequest } from './terms'

/** Rows between two reports. */
const REPORT = 2_000

const tell = (answer: CheckAnswer) => postMessage(answer)

let check: SheetCheck | undefined
let answered: (misfits: readonly RosterMisfit[] | undefined) => void = () => undefined
/** Requests are done one after the other; an answer of the server belongs to the one under way. */
let under: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if (data.do === 'misfits') return answered(data.misfits)
  under = under.then(() => act(data)).catch(report)
})

async function act(request: Exclude<CheckRequest, { do: 'misfits' }>): Promise<void> {
  if (request.do === 'open') await open(request.file, request.context)
  else if (request.do === 'edit') {
    check?.edit(request.row, request.at, request.text)
    await judge()
  } else await write(request.only)
}

async function open(file: Blob, context: CheckContext): Promise<void> {
  check = new SheetCheck(context)
  for await (const row of readSheet(bytesOf(file), { limits: context.limits })) {
    check.add(row)
    if (check.rows % REPORT === 0) tell({ is: 'progress', step: 'reading', rows: check.rows })
  }
  await judge()
}

async function judge(): Promise<void> {
  const result = await check?.judge((rows, done, total) => {
    tell({ is: 'progress', step: 'asking', rows: done, total })
    return new Promise(resolve => {
      answered = resolve
      tell({ is: 'ask', rows })
    })
  })
  if (result) tell({ is: 'result', result })
}

async function write(only: BadSheet | undefined): Promise<void> {
  const pieces: BlobPart[] = []
  for await (const piece of writeXlsx(check?.write(only) ?? [])) pieces.push(piece as Uint8Array<ArrayBuffer>)
  tell({ is: 'file', bytes: new Blob(pieces) })
}

function report(error: unknown): void {
  if (error instanceof SheetProblem) tell({ is: 'unreadable', code: error.code, ...rest(error) })
  else tell({ is: 'failed', message: error instanceof Error ? error.message : String(error) })
}

const rest = ({ row, limit }: SheetProblem) => ({
  ...(row !== undefined && { row }),
  ...(limit !== undefined && { limit }),
})

/** `Blob.stream` is no async iterable in every browser. */
async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
