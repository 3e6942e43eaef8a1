/**
 * The tabs of a record's page: those of its feature, then the records of other resources that refer to it, and its
 * history. The query string names the open tab; if it names none that the user may see, the first one is open.
 */
import { Box, Card, Tab, Tabs } from '@mui/material'
import type { RaRecord } from 'ra-core'
import { Fragment, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { CompiledResource } from '../../../engine/compiled'
import { relatedFor, relatedKey } from '../../../engine/fields/related'
import { useUser } from '../../auth/useSession'
import { useConfig, useTranslate } from '../../config'
import { nameOfRecord } from '../../forms/list/FieldCell'
import { RelatedCount } from './RelatedCount'
import { RelatedList } from './RelatedList'

interface RecordTab {
  name: string
  label: ReactNode
  content: ReactNode
}

interface RecordTabsProps {
  resource: CompiledResource
  record: RaRecord
  tabs: readonly RecordTab[]
  /** The accessible name of the tabs. */
  label: string
  /** The minimum height of a card around tabs and content. Without it, there is no card. */
  cardHeight?: number
  /** What follows the content of a tab, outside the card. */
  below?: (openTab: string) => ReactNode
}

export function RecordTabs({ resource, record, tabs, label, cardHeight, below }: RecordTabsProps) {
  const config = useConfig()
  const { level } = useUser()
  const translate = useTranslate()
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  // A basic server (§7 only) has no history; its records lack `updated`.
  const isBasic = typeof record.updated !== 'string'
  const related = relatedFor(config, level, resource).filter(({ within }) => !within || !isBasic)
  const allTabs: RecordTab[] = [
    ...tabs,
    ...related.map(entry => ({
      name: relatedKey(entry),
      label: (
        <span>
          <span>{translate(entry.label)}</span> {/* The number of changes is of no use. */}
          {!entry.within && <RelatedCount related={entry} id={record.id} />}
        </span>
      ),
      content: (
        <RelatedList
          key={relatedKey(entry)}
          related={entry}
          id={record.id}
          name={nameOfRecord(resource, record)}
        />
      ),
    })),
  ]
  const open = allTabs.find(({ name }) => name === params.get('tab')) ?? allTabs[0]
  if (!open) return null
  const hasCard = cardHeight !== undefined
  if (allTabs.length === 1 && !hasCard) return open.content

  const choose = (tab: string) => {
    // Keeps the parameters of other tabs, such as the range of the signal.
    const next = new URLSearchParams(params)
    next.set('tab', tab)
    setParams(next, { replace: true, preventScrollReset: true, state })
  }
  const idOf = (tab: string, part: 'tab' | 'panel') => `record-${tab}-${part}`
  const Frame = hasCard ? Card : Fragment
  return (
    <>
      <Frame {...(hasCard && { sx: { minWidth: 0, minHeight: cardHeight } })}>
        <Tabs
          value={open.name}
          onChange={(_, tab: string) => choose(tab)}
          variant="scrollable"
          scrollButtons="auto"
          aria-label={label}
          sx={{ borderBottom: 1, borderColor: 'divider', ...(hasCard ? { px: { sm: 1 } } : { mb: 2 }) }}
        >
          {allTabs.map(tab => (
            <Tab
              key={tab.name}
              value={tab.name}
              label={tab.label}
              id={idOf(tab.name, 'tab')}
              aria-controls={tab === open ? idOf(tab.name, 'panel') : undefined}
            />
          ))}
        </Tabs>
        <Box
          role="tabpanel"
          id={idOf(open.name, 'panel')}
          aria-labelledby={idOf(open.name, 'tab')}
          sx={hasCard ? { p: 2 } : {}}
        >
          {open.content}
        </Box>
      </Frame>
      {below?.(open.name)}
    </>
  )
}
