/**
 * Pictures of records in lists. A row of our server has no picture, but names the fields that have one (`pictures`).
 * Each is fetched with the token once its box scrolls into view, and cached until the record's `updated` changes.
 */
import { useQuery } from '@tanstack/react-query'
import { type DataProvider, useDataProvider } from 'ra-core'
import { type RefObject, useEffect, useState } from 'react'
import { parsePicture } from '../../domain/picture'
import { useObjectUrl } from '../ui/useObjectUrl'

/** Methods of our data provider beside react-admin's; they resolve to `undefined` where the server has no pictures. */
export type Pictures = DataProvider & {
  images(resource: string, signal?: AbortSignal): Promise<Map<string, string> | undefined>
  picture(resource: string, id: string, field: string, signal?: AbortSignal): Promise<Blob | undefined>
}

type Row = Readonly<Record<string, unknown>>

/** The fields of a row that have a picture; `undefined` for rows of a server that does not name them. */
export function picturesIn({ pictures }: Row): readonly string[] | undefined {
  return Array.isArray(pictures) ? pictures : undefined
}

/** A value as the `src` of an image; only pictures, since an address would be followed. */
export const pictureSource = (value: unknown): string | undefined =>
  typeof value === 'string' && parsePicture(value) ? value : undefined

/** @param box where it will be shown */
export function usePicture(
  resource: string,
  record: Row,
  field: string,
  box: RefObject<Element | null>,
): string | undefined {
  const fleet = useDataProvider<Pictures>()
  const seen = useInView(box)
  const { id, updated } = record
  const { data } = useQuery({
    queryKey: [resource, 'picture', String(id), field, updated],
    queryFn: async ({ signal }) => (await fleet.picture(resource, String(id), field, signal)) ?? null,
    enabled: seen && picturesIn(record)?.includes(field) === true,
    staleTime: updated ? Number.POSITIVE_INFINITY : 60_000,
    retry: false,
  })
  return useObjectUrl(data)
}

/** Whether an element has been near the window's part that is seen: what is fetched for it waits until then. */
function useInView(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (seen || !element) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, seen])
  return seen
}
