import type { Account } from '@foyer/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useUi } from '../../context.ts'

type Section = ComponentType<{ account: Account }>

/** Place of a part of the account, whose code loads separately. @source spec 2.13 */
export function AccountPart({
  account,
  className,
  load,
}: {
  account: Account
  /** Reserves its height. */
  className: string
  /** The same function in every render. */
  load: () => Promise<Section>
}) {
  const { foyer } = useUi()
  const [code, setCode] = useState<{ readonly Section: Section }>()
  useEffect(() => {
    load().then(
      (Section) => setCode({ Section }),
      (error) => foyer.log('error', className, error),
    )
  }, [foyer, load, className])
  return <div className={className}>{code && <code.Section account={account} />}</div>
}
