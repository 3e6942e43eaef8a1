/**
 * The thread in which a chosen sheet is read and judged: 100,000 rows must not freeze the page. It ends with the page's
 * `terminate`.
 */
import type { RosterConflict } from '../../../../contract/devices'
import { readSheet, SheetProblem, writeXlsx } from '../../../../sheet'
import { SheetCheck } from './SheetCheck'
import type { BadSheet, CellFault, CheckAnswer, CheckContext, CheckRequest } from './types'

/** Rows between two reports. */
const REPORT = 2_000

const tell = (answer: CheckAnswer) => postMessage(answer)

let check: SheetCheck | undefined
let answered: (conflicts: readonly RosterConflict[] | undefined) => void = () => undefined
let said: (sentences: readonly string[]) => void = () => undefined
/** Requests are done one after the other; what server and page answer belongs to the one under way. */
let under: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if (data.do === 'conflicts') return answered(data.conflicts)
  if (data.do === 'said') return said(data.sentences)
  under = under.then(() => act(data)).catch(report)
})

async function act(request: Exclude<CheckRequest, { do: 'conflicts' | 'said' }>): Promise<void> {
  if (request.do === 'open') await open(request.file, request.context)
  else if (request.do === 'edit') {
    check?.edit(request.row, request.at, request.text)
    await judge()
  } else if (request.do === 'refuse') {
    check?.refuse(request.rows)
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
  const sheets = only ? check?.writeBad(only, translate) : check?.write()
  for await (const piece of writeXlsx(sheets ?? [])) pieces.push(piece as Uint8Array<ArrayBuffer>)
  tell({ is: 'file', bytes: new Blob(pieces) })
}

const translate = (faults: readonly CellFault[]) =>
  new Promise<readonly string[]>(resolve => {
    said = resolve
    tell({ is: 'say', faults })
  })

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
