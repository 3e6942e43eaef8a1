/**
 * Tabs around a record's form: the form, the records of other resources that refer to it, and its history. The form
 * stays mounted while another tab is open.
 */
import { Box, Tab, Tabs } from '@mui/material'
import type { RaRecord } from 'ra-core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { CompiledRelated, CompiledResource } from '../../../engine/compiled'
import { relatedFor, relatedKey } from '../../../engine/fields/related'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { nameOfRecord } from '../../forms/list/FieldCell'
import { RelatedCount } from './RelatedCount'
import { RelatedList } from './RelatedList'

const FORM = 'form'

/** The tab of related records in the query string, if the user may see it. */
export function useOpenRelated(resource: CompiledResource): CompiledRelated | undefined {
  const config = useConfig()
  const { level } = useUser()
  const [params] = useSearchParams()
  return relatedFor(config, level, resource).find(related => relatedKey(related) === params.get('tab'))
}

interface WithRelatedProps {
  resource: CompiledResource
  record: RaRecord
  children: ReactNode
}

export function WithRelated({ resource, record, children }: WithRelatedProps) {
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const requested = useOpenRelated(resource)
  // A basic server (§7 only) has no history; its records lack `updated`.
  const isBasic = typeof record.updated !== 'string'
  const tabs = relatedFor(config, level, resource).filter(({ within }) => !within || !isBasic)
  const open = tabs.find(related => requested && relatedKey(related) === relatedKey(requested))
  if (tabs.length === 0) return children

  const choose = (tab: string) => {
    const next = new URLSearchParams(params)
    if (tab === FORM) next.delete('tab')
    else next.set('tab', tab)
    // `usr` is React Router's navigation state (`FormOrigin`), which would be lost.
    setParams(next, { preventScrollReset: true, state: window.history.state?.usr })
  }
  const value = open ? relatedKey(open) : FORM
  const idOf = (tab: string, part: 'tab' | 'panel') => `record-${tab}-${part}`
  return (
    <>
      <Tabs
        value={value}
        onChange={(_, tab: string) => choose(tab)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={translate('records.related.tabs')}
        sx={{ borderBottom: 1, borderColor: 'divider', mb: 2 }}
      >
        <Tab
          value={FORM}
          label={translate('records.related.form')}
          id={idOf(FORM, 'tab')}
          aria-controls={idOf(FORM, 'panel')}
        />
        {tabs.map(related => (
          <Tab
            key={relatedKey(related)}
            value={relatedKey(related)}
            label={
              <span>
                <span>{translate(related.label)}</span> {/* The number of changes is of no use. */}
                {!related.within && <RelatedCount related={related} id={record.id} />}
              </span>
            }
            id={idOf(relatedKey(related), 'tab')}
            aria-controls={related === open ? idOf(relatedKey(related), 'panel') : undefined}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id={idOf(FORM, 'panel')}
        aria-labelledby={idOf(FORM, 'tab')}
        hidden={open !== undefined}
      >
        {children}
      </Box>
      {open && (
        <Box role="tabpanel" id={idOf(value, 'panel')} aria-labelledby={idOf(value, 'tab')}>
          <RelatedList key={value} related={open} id={record.id} name={nameOfRecord(resource, record)} />
        </Box>
      )}
    </>
  )
}
