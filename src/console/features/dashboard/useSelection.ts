/** The region that is looked at: its id stands in the address, so that a view can be sent to somebody. */
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useConfig } from '../../config'
import { UNPLACED } from './regions'

const PARAM = 'sido'

export interface Selection {
  /** A region's id, `UNPLACED`, or nothing for the whole country. */
  selected: string | undefined
  select: (id: string | undefined) => void
}

export function useSelection(): Selection {
  const { regions } = useConfig().dashboard.map
  const [params, setParams] = useSearchParams()
  const asked = params.get(PARAM)
  const known = asked === UNPLACED || regions.some(({ id, shown }) => shown && id === asked)
  const select = useCallback(
    (id: string | undefined) =>
      setParams(
        before => {
          const next = new URLSearchParams(before)
          if (id) next.set(PARAM, id)
          else next.delete(PARAM)
          return next
        },
        { preventScrollReset: true },
      ),
    [setParams],
  )
  return { selected: asked && known ? asked : undefined, select }
}
