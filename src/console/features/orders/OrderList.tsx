/** The orders registered so far, with where they stand (§2 Orders page; reading, marking and composing come with a later issue). */
import { Box, useMediaQuery, useTheme } from '@mui/material'
import { useTranslate } from 'ra-core'
import { partsFor } from '../../../engine/access'
import type { CompiledResource } from '../../../engine/compiled'
import { useUser } from '../../auth/useSession'
import { useConfig, useWords } from '../../config'
import { FilterBar } from '../../forms/list/FilterBar'
import { ListContent } from '../../forms/list/ListContent'
import { ListFrame } from '../../forms/list/ListFrame'
import { Pager } from '../../forms/list/Pager'
import { ResultLine } from '../../forms/list/ResultLine'
import { EmptyState } from '../../ui/EmptyState'
import { Screen } from '../../ui/Screen'
import { OrderState } from './OrderState'
import { StatusButtons } from './StatusButtons'

export default function OrderList() {
  const resource = useConfig().resources.orders
  if (!resource?.list) return null
  return (
    <ListFrame resource={resource}>
      <OrderPage resource={resource} />
    </ListFrame>
  )
}

function OrderPage({ resource }: { resource: CompiledResource }) {
  const config = useConfig()
  const { level } = useUser()
  const words = useWords()
  const translate = useTranslate()
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'))
  const list = resource.list!
  const filters = partsFor(config, level, list.filters)
  const columns = partsFor(config, level, list.columns)

  return (
    <Screen title={words(resource.label)}>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '184px minmax(0, 1fr)' },
        }}
      >
        <StatusButtons filter={filters.find(({ name }) => name === 'status')} />
        <Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 1, minHeight: 40 }}>
            <FilterBar filters={filters.filter(({ name }) => name !== 'status')} />
            <ResultLine texts={list.texts} />
          </Box>
          <ListContent
            resource={resource}
            columns={columns}
            phone={phone}
            lead={{ name: 'orderState', label: translate('orders.status'), Cell: OrderState }}
            empty={<EmptyState title={words(list.texts.empty)} text={translate('orders.emptyHint')} />}
          />
          <Pager size={list.pageWindow} initialTotal={config.app.limits.orders.initialTotal} />
        </Box>
      </Box>
    </Screen>
  )
}
