/** The worker that reads and checks a sheet, so that 100,000 rows do not freeze the page. The page terminates it. */
import { knownHeaders, planOf } from '../../../../engine/roster'
import { readSheet, SheetProblem, writeXlsx } from '../../../../sheet'
import { SheetCheck } from './SheetCheck'
import type { BadSheet, CellFault, CheckAnswer, CheckContext, CheckRequest, Conflict } from './types'

/** The number of rows between two progress messages. */
const ROWS_PER_PROGRESS = 2_000

const send = (answer: CheckAnswer) => postMessage(answer)

let check: SheetCheck | undefined
let resolveConflicts: (conflicts: readonly Conflict[] | undefined) => void = () => undefined
let resolveTexts: (texts: readonly string[]) => void = () => undefined
/** The running request. The next one waits for it, so that replies of the page always belong to the running request. */
let queue: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  if (data.do === 'conflicts') return resolveConflicts(data.conflicts)
  if (data.do === 'texts') return resolveTexts(data.texts)
  // At once, so that a running check asks the server no more.
  if (data.do === 'purpose') check?.setPurpose(data.isUpdate)
  queue = queue.then(() => handle(data)).catch(report)
})

async function handle(request: Exclude<CheckRequest, { do: 'conflicts' | 'texts' }>): Promise<void> {
  if (request.do === 'open') await open(request.file, request.context)
  else if (request.do === 'edit') {
    check?.edit(request.row, request.column, request.text)
    await validate()
  } else if (request.do === 'map') {
    check?.map(request.columns)
    await validate()
  } else if (request.do === 'refuse') {
    check?.refuse(request.rows)
    await validate()
  } else if (request.do === 'purpose') await validate()
  else if (request.do === 'filter') {
    const result = check?.filter(request.reason)
    if (result) send({ is: 'result', result })
  } else await write(request.only)
}

async function open(file: Blob, context: CheckContext): Promise<void> {
  const opened = new SheetCheck(context)
  check = opened
  const rows = readSheet(bytesOf(file), {
    limits: context.limits,
    headers: knownHeaders(planOf(context.config, context.resource)!),
    onTable: place => opened.begin(place),
  })
  for await (const row of rows) {
    opened.add(row)
    if (opened.rows % ROWS_PER_PROGRESS === 0) send({ is: 'progress', step: 'reading', rows: opened.rows })
  }
  await validate()
}

async function validate(): Promise<void> {
  const result = await check?.validate((rows, done, total) => {
    send({ is: 'progress', step: 'asking', rows: done, total })
    return new Promise(resolve => {
      resolveConflicts = resolve
      send({ is: 'ask', rows })
    })
  })
  if (result) send({ is: 'result', result })
}

async function write(only: BadSheet | undefined): Promise<void> {
  const pieces: BlobPart[] = []
  const sheets = only ? check?.writeBad(only, translate) : check?.write()
  for await (const piece of writeXlsx(sheets ?? [])) pieces.push(piece as Uint8Array<ArrayBuffer>)
  send({ is: 'file', bytes: new Blob(pieces) })
}

const translate = (faults: readonly CellFault[]) =>
  new Promise<readonly string[]>(resolve => {
    resolveTexts = resolve
    send({ is: 'askTexts', faults })
  })

function report(error: unknown): void {
  if (error instanceof SheetProblem) send({ is: 'unreadable', code: error.code, ...detailsOf(error) })
  else send({ is: 'failed', message: error instanceof Error ? error.message : String(error) })
}

const detailsOf = ({ row, limit }: SheetProblem) => ({
  ...(row !== undefined && { row }),
  ...(limit !== undefined && { limit }),
})

/** Yields the chunks of a file. Uses a reader, since not every browser can iterate over a blob's stream. */
async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
