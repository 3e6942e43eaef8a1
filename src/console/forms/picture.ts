/**
 * Pictures of records in lists. Our server sends rows without pictures, but lists the fields that have one
 * (`pictures`). Each picture is fetched with the user's token when its element scrolls into view, and is cached until
 * the record's `updated` changes.
 */
import { useQuery } from '@tanstack/react-query'
import { type DataProvider, useDataProvider } from 'ra-core'
import { type RefObject, useEffect, useState } from 'react'
import { parsePicture } from '../../domain/picture'
import { useObjectUrl } from '../ui/useObjectUrl'

/** Our additions to the data provider. They resolve to `undefined` if the server has no pictures. */
export type Pictures = DataProvider & {
  images(resource: string, signal?: AbortSignal): Promise<Map<string, string> | undefined>
  picture(resource: string, id: string, field: string, signal?: AbortSignal): Promise<Blob | undefined>
}

type Row = Readonly<Record<string, unknown>>

/** The fields of a row that have a picture; `undefined` if the server does not send this list. */
export function picturesIn({ pictures }: Row): readonly string[] | undefined {
  return Array.isArray(pictures) ? pictures : undefined
}

/** A value as the `src` of an image. Only data URLs of pictures: the browser would fetch any other address. */
export const pictureSource = (value: unknown): string | undefined =>
  typeof value === 'string' && parsePicture(value) ? value : undefined

/**
 * An object URL of a record's picture; `undefined` until it is fetched, or without a picture.
 *
 * @param box the element that will show the picture, which is fetched when the element scrolls into view
 */
export function usePicture(
  resource: string,
  record: Row,
  field: string,
  box: RefObject<Element | null>,
): string | undefined {
  const fleet = useDataProvider<Pictures>()
  const wasInView = useInView(box)
  const { id, updated } = record
  const { data } = useQuery({
    queryKey: [resource, 'picture', String(id), field, updated],
    queryFn: async ({ signal }) => (await fleet.picture(resource, String(id), field, signal)) ?? null,
    enabled: wasInView && picturesIn(record)?.includes(field) === true,
    staleTime: updated ? Number.POSITIVE_INFINITY : 60_000,
    retry: false,
  })
  return useObjectUrl(data)
}

/** Whether an element has been in the viewport, or within 200 px of it, at least once. */
function useInView(ref: RefObject<Element | null>): boolean {
  const [wasInView, setWasInView] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (wasInView || !element) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasInView(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, wasInView])
  return wasInView
}
