/** The dialog that imports records of a resource of config by a spreadsheet. */
import { fireEvent, screen, within } from '@testing-library/react'
import { HttpError, ResourceContextProvider } from 'ra-core'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import ImportDialog from '../../src/console/features/imports/ImportDialog'
import type { RosterDifferences } from '../../src/contract/devices'
import type { Imported } from '../../src/contract/imports'
import { translate } from '../../src/tools/translate'
import { chooseFile, config, press, renderInConsole, signIn } from '../support/consoleWorld'

const IMPORTED: Imported = {
  added: 200,
  changed: 0,
  unchanged: 0,
  created: '2026-11-27T00:00:00.000Z',
  undo: 'import-1234',
  undoSeconds: 60,
}
const DIFFERENCES: RosterDifferences = {
  devices: 3,
  changed: 1,
  unchanged: 0,
  unknown: 2,
  columns: [{ column: '이름', devices: 1, examples: [{ id: 'a@b.kr', before: '가', after: '나' }] }],
  ignored: [],
  rows: [],
  rowsTotal: 0,
}
const calls = {
  importSheet: vi.fn<(resource: string, mode: string, ...rest: unknown[]) => Promise<Imported>>(),
  compareImport: vi.fn(async () => DIFFERENCES),
  undoChange: vi.fn(async () => ({ restored: 200, left: 0, names: [] })),
}
beforeEach(() => {
  signIn({ level: 6, vendor: 1 })
  calls.importSheet.mockReset().mockResolvedValue(IMPORTED)
})

function Page({ resource }: { resource: string }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <ResourceContextProvider value={resource}>
      {isOpen && <ImportDialog onClose={() => setOpen(false)} />}
    </ResourceContextProvider>
  )
}
const open = (resource = 'clients') => renderInConsole(<Page resource={resource} />, { dataProvider: calls })
const chooseSheet = () => chooseFile(new File(['x'], 'a.csv'))
const pressKey = (key: string, values: Record<string, string | number> = {}) => press(translate(key, values))
const shows = async (text: string) => expect(await screen.findByText(text)).toBeInTheDocument()

describe('the import of records by a spreadsheet', () => {
  it('closes after the upload; a notice leads to the new records and undoes the import', async () => {
    open()
    await shows(translate('import.noPassword'))
    await chooseSheet()
    await pressKey('roster.dialog.upload')
    await shows(translate('import.done.add', { records: '회원 200명' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.importSheet.mock.calls[0]!.slice(0, 2)).toEqual(['clients', 'add'])
    const link = screen.getByRole('link', { name: translate('import.view', { records: '회원 200명' }) })
    const filter = new URLSearchParams(link.getAttribute('href')!.split('?')[1]).get('filter')
    expect(JSON.parse(filter!)).toEqual({ created_gte: IMPORTED.created })
    await pressKey('bulk.undo.button')
    expect(calls.undoChange).toHaveBeenCalledWith('clients', 'import-1234')
    await shows(translate('import.undone', { records: '회원 200명' }))
  })

  it('keeps the file and shows the reason when the server refuses', async () => {
    const denied = '권한이 없습니다.'
    calls.importSheet.mockRejectedValue(new HttpError(denied, 403, { code: 'forbidden' }))
    open()
    await chooseSheet()
    await pressKey('roster.dialog.upload')
    await shows(denied)
    await shows('a.csv')
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })

  it('shows what a sheet creates and changes, and asks for the number of many changes', async () => {
    const { confirmTargets } = config.app.limits
    const changed = confirmTargets + 1
    calls.compareImport.mockResolvedValueOnce({ ...DIFFERENCES, changed })
    open()
    await pressKey('import.mode.both')
    await chooseSheet()
    await pressKey('roster.update.compare')
    const region = await screen.findByRole('region', { name: translate('roster.update.title') })
    expect(region).toHaveTextContent(`회원 ${changed}명`)
    expect(within(region).getByText(translate('roster.update.count.new'))).toBeInTheDocument()
    const save = translate('import.do', { added: '회원 2명', records: `회원 ${changed}명` })
    await press(save)
    expect(calls.importSheet).not.toHaveBeenCalled()
    fireEvent.change(screen.getByLabelText(translate('bulk.confirm.label')), {
      target: { value: String(changed) },
    })
    await press(save)
    await vi.waitFor(() => expect(calls.importSheet).toHaveBeenCalled())
    expect(calls.importSheet.mock.calls[0]![1]).toBe('both')
    expect(calls.importSheet.mock.calls[0]![4]).toBe(changed)
  })

  it('only creates records of a resource without a key', async () => {
    open('batches')
    await shows(translate('import.help.add'))
    expect(screen.queryByRole('group', { name: translate('roster.purpose.title') })).toBeNull()
  })
})
