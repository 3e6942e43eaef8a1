/** Lists the records of another resource that refer to this record, with a button that creates such a record. */
import Add from '@mui/icons-material/Add'
import { Box, Button, Card } from '@mui/material'
import type { RaRecord } from 'ra-core'
import { Link } from 'react-router'
import { mayWrite, partsFor } from '../../../engine/access'
import type { CompiledRelated } from '../../../engine/compiled'
import { useMayAccess } from '../../auth/access'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { type FormOrigin, FormOriginProvider, useOriginHere } from '../../forms/formOrigin'
import { RelatedFrame, ResultLine } from '../../forms/list/ListFrame'
import { NoRows } from '../../forms/list/ListProblem'
import { Pager } from '../../forms/list/Pager'
import { TableOrCards } from '../../forms/list/TableOrCards'
import { useConfigColumns } from '../../forms/list/useConfigColumns'
import { useListTexts } from '../../forms/listTexts'
import { editPath } from '../../paths'
import { useIsPhone } from '../../ui/useIsPhone'

interface RelatedListProps {
  related: CompiledRelated
  id: RaRecord['id']
  /** The record's name. */
  name: string
}

export function RelatedList({ related, id, name }: RelatedListProps) {
  const { resource: resourceName, by, within } = related
  const config = useConfig()
  const { level } = useUser()
  const may = useMayAccess()
  const origin = useOriginHere(name)
  const resource = config.resources[resourceName]
  const field = resource?.fields[by]
  if (!resource?.list || !field) return null

  // A new record refers to this one.
  const initialValues = { [by]: field.type === 'references' ? [id] : id }
  const mayCreate =
    resource.form !== undefined &&
    resource.formCreates &&
    may(resourceName, 'create') &&
    mayWrite(config, level, field)
  return (
    <FormOriginProvider value={origin}>
      <RelatedFrame resource={resource} list={resource.list} within={{ ...within, [by]: id }}>
        <Rows related={related} createState={mayCreate ? { ...origin, initialValues } : undefined} />
      </RelatedFrame>
    </FormOriginProvider>
  )
}

interface RowsProps {
  related: CompiledRelated
  /** Navigation state for the create form; undefined if the user may not create records. */
  createState: FormOrigin | undefined
}

function Rows({
  related: { resource: resourceName, by, within, columns: configured },
  createState,
}: RowsProps) {
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const phone = useIsPhone()
  const resource = config.resources[resourceName]!
  const list = resource.list!
  const texts = useListTexts(resource)
  const visibleColumns = partsFor(config, level, list.columns).map(column => ({
    ...column,
    actions: partsFor(config, level, column.actions),
  }))
  const columns = configured
    ? configured.flatMap(name => visibleColumns.find(({ field }) => field === name) ?? [])
    : visibleColumns.filter(({ field, hidden }) => field !== by && !hidden)
  const tableColumns = useConfigColumns(resource, columns, partsFor(config, level, list.rowActions), phone)
  const addButton = createState && (
    <Button
      component={Link}
      to={editPath(resource.path)}
      state={createState}
      variant="outlined"
      startIcon={<Add fontSize="small" />}
    >
      {translate('records.related.add')}
    </Button>
  )
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          gap: 1,
          minHeight: 36,
          mb: 1,
        }}
      >
        <ResultLine resource={resource} />
        {addButton}
      </Box>
      <TableOrCards
        label={translate(resource.label)}
        columns={tableColumns}
        phone={phone}
        Frame={RelatedTable}
        empty={
          <NoRows
            title={within ? texts.empty : translate('records.related.none')}
            text={createState ? translate('records.related.noneAdd') : undefined}
          />
        }
      />
      <Pager size={list.pageWindow} of={translate(resource.label)} isSticky={false} />
    </>
  )
}

const RelatedTable = ({ children }: { children: React.ReactNode }) => (
  <Card sx={{ minWidth: 0, overflow: 'hidden' }}>{children}</Card>
)
