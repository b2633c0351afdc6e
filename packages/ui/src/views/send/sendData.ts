import type { SendFormValues } from '@foyer/core'

/** Values to open Send with. Each is checked like a typed one. */
export type SendData = SendFormValues
