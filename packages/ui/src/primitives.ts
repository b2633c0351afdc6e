export { Badge, type BadgeProps } from './primitives/Badge.tsx'
export {
  Button,
  type ButtonProps,
  type ButtonVariant,
  LinkButton,
  type LinkButtonProps,
} from './primitives/Button.tsx'
export { Checkbox, type CheckboxProps } from './primitives/Checkbox.tsx'
export { CodeField, type CodeFieldProps } from './primitives/CodeField.tsx'
export { CopyButton, type CopyButtonProps } from './primitives/CopyButton.tsx'
export { EmptyState, type EmptyStateProps } from './primitives/EmptyState.tsx'
export { Field, type FieldProps } from './primitives/Field.tsx'
export { Icon, type IconName, LineIcon } from './primitives/Icon.tsx'
export { IconButton, type IconButtonProps } from './primitives/IconButton.tsx'
export { List, ListRow, Row, type RowProps } from './primitives/ListRow.tsx'
export { Logo, type LogoProps } from './primitives/Logo.tsx'
export { Monogram } from './primitives/Monogram.tsx'
export { NetworkBadge } from './primitives/NetworkBadge.tsx'
export { Notice, type NoticeProps } from './primitives/Notice.tsx'
export { PrimitivesRoot } from './primitives/PrimitivesRoot.tsx'
export { SearchField, type SearchFieldProps } from './primitives/SearchField.tsx'
export { Skeleton, SkeletonRow } from './primitives/Skeleton.tsx'
export { Tabs, type TabsProps } from './primitives/Tabs.tsx'
export { TextLink } from './primitives/TextLink.tsx'
export { useSecondsUntil } from './primitives/useSecondsUntil.ts'
export { WalletLogo, type WalletLogoProps } from './primitives/WalletLogo.tsx'
export { StyleRoot, useStyles } from './useStyles.ts'
