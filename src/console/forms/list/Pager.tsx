/**
 * The pages of a list: page numbers in chunks (§9); on a phone, two wide buttons at the bottom of the screen.
 *
 * Instead of `Pagination`: §9 asks for page numbers in chunks of ten and no dropdown of page sizes.
 */
import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import FirstPage from '@mui/icons-material/FirstPage'
import LastPage from '@mui/icons-material/LastPage'
import { Box, Button, IconButton, Typography } from '@mui/material'
import { useListContext, useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { focusableWhenDisabled } from '../../ui/controls/focusableWhenDisabled'
import { ABOVE_BOTTOM_BAR, LOW_SCREEN } from '../../ui/screenHeights'
import { useIsPhone } from '../../ui/useIsPhone'

interface PagerProps {
  /** How many page numbers are in a chunk. */
  size: number
  /** The name of the list if the page has other lists: no two landmarks have the same name. */
  of?: string
  /** The number of records that is assumed until the server answers (§9: 16 for orders). */
  initialTotal?: number
  /** On a phone: a button next to the page numbers. */
  phoneAction?: ReactNode
  /** On a phone: sticks above the bottom bar while the list scrolls. Default: true. */
  isSticky?: boolean
}

export function Pager({ size, of, initialTotal = 0, phoneAction, isSticky = true }: PagerProps) {
  const { page, perPage, setPage, total: currentTotal } = useListContext()
  const total = useKnownTotal(currentTotal, page, initialTotal)
  const translate = useTranslate()
  const phone = useIsPhone()
  const { lastPage, numbers } = pageWindow(page, total, perPage, size)
  if (lastPage === 1 && !(phone && phoneAction)) return null

  const stepButton = (label: string, to: number, icon: ReactNode, show = true) =>
    show && (
      <IconButton
        aria-label={translate(`forms.pager.${label}`)}
        onClick={() => setPage(to)}
        {...focusableWhenDisabled(to < 1 || to > lastPage || to === page)}
        size={phone ? 'large' : 'small'}
      >
        {icon}
      </IconButton>
    )

  return (
    <Box
      component="nav"
      aria-label={of ? translate('forms.pager.named', { name: of }) : translate('forms.pager.label')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: phone && phoneAction ? 'space-between' : 'center',
        alignItems: 'center',
        gap: 0.5,
        pt: 0.5,
        ...(phone && {
          position: isSticky ? 'sticky' : 'static',
          bottom: ABOVE_BOTTOM_BAR,
          [LOW_SCREEN]: { position: 'static' },
          bgcolor: 'background.default',
          mx: -2,
          mt: isSticky ? 'auto' : 0,
          px: phoneAction ? 2 : 0,
          py: 0.5,
          zIndex: 1,
          borderTop: 1,
          borderColor: 'divider',
        }),
      }}
    >
      {stepButton('first', 1, <FirstPage fontSize="small" />, !phone)}
      {stepButton('previous', page - 1, <ChevronLeft fontSize={phone ? 'medium' : 'small'} />)}
      {phone ? (
        <Typography
          sx={{ minWidth: { xs: 64, sm: 120 }, textAlign: 'center', fontVariantNumeric: 'tabular-nums' }}
        >
          {translate('forms.pager.of', { page, last: lastPage })}
        </Typography>
      ) : (
        numbers.map(number => (
          <Button
            key={number}
            size="small"
            variant={number === page ? 'contained' : 'text'}
            color={number === page ? 'primary' : 'inherit'}
            aria-current={number === page ? 'page' : undefined}
            aria-label={translate('forms.pager.page', { page: number })}
            onClick={() => setPage(number)}
            sx={{ minWidth: 32, px: 1, fontWeight: 400, fontVariantNumeric: 'tabular-nums' }}
          >
            {number}
          </Button>
        ))
      )}
      {stepButton('next', page + 1, <ChevronRight fontSize={phone ? 'medium' : 'small'} />)}
      {stepButton('last', lastPage, <LastPage fontSize="small" />, !phone)}
      {phone && phoneAction}
    </Box>
  )
}

/** The total, or the last known total if a page failed: the user can then still go to other pages. */
function useKnownTotal(total: number | undefined, page: number, initialTotal: number): number {
  const [lastTotal, setLastTotal] = useState(total)
  if (total !== undefined && total !== lastTotal) setLastTotal(total)
  if (total !== undefined) return total
  return page > 1 && lastTotal !== undefined ? lastTotal : initialTotal
}

/** The last page (at least 1), and the chunk of page numbers that contains `page`, such as 11 to 20. */
export function pageWindow(page: number, total: number, perPage: number, size: number) {
  const lastPage = Math.max(1, Math.ceil(total / Math.max(1, perPage)))
  const current = Math.min(Math.max(1, page), lastPage)
  const first = Math.floor((current - 1) / size) * size + 1
  const length = Math.min(size, lastPage - first + 1)
  return { lastPage, numbers: Array.from({ length }, (_, index) => first + index) }
}
