import { createModal, type Modal } from '@foyer/ui'
import { useFoyer } from '@foyer/ui/react'
import { useEffect, useRef, useState } from 'react'
import type { PageOptions } from '../../pageOptions.ts'
import { useLooks } from './FollowLooks.tsx'

/** A second modal of the page's instance, as a card in the page. */
export function EmbeddedModal({ options }: { options: PageOptions }) {
  const foyer = useFoyer()
  const place = useRef<HTMLDivElement>(null)
  const [modal, setModal] = useState<Modal>()
  const { lang } = options
  const locale = useRef(lang)
  useEffect(() => {
    const made = createModal(foyer, { embedded: true, name: 'stage', locale: locale.current })
    place.current?.append(made.element)
    setModal(made)
    return () => made.destroy()
  }, [foyer])
  useEffect(() => {
    locale.current = lang
    modal?.setLocale(lang).catch((error: unknown) => console.warn('No such language', error))
  }, [modal, lang])
  useLooks(modal, options)
  return <div className="embedded" ref={place} />
}
