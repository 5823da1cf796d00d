import type { ComponentChildren } from 'preact';

function Icon({ children }: { readonly children: ComponentChildren }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      {children}
    </svg>
  );
}

export const KeyIcon = () => <Icon><circle cx="5" cy="11" r="2.6" /><path d="M7 9l6-6M11 5l2 2M9 7l1.5 1.5" /></Icon>;
export const LockIcon = () => <Icon><rect x="3" y="7" width="10" height="6.5" rx="1.4" /><path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2" /></Icon>;
export const LimitIcon = () => <Icon><path d="M2.5 12a5.5 5.5 0 1 1 11 0M8 11.5l2.6-3.6" /></Icon>;
export const CheckIcon = () => <Icon><path d="M3.5 8.5l3 3 6-7" /></Icon>;
export const CrossIcon = () => <Icon><path d="M4 4l8 8M12 4l-8 8" /></Icon>;
export const SkipIcon = () => <Icon><path d="M4 8h8" /></Icon>;
export const ReplayIcon = () => <Icon><path d="M3 8a5 5 0 1 1 1.6 3.7M3 12.5V9.4h3.1" /></Icon>;
export const PencilIcon = () => <Icon><path d="M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3zM9 4.8l2.3 2.3" /></Icon>;
export const CopyIcon = () => <Icon><rect x="5.5" y="5.5" width="8" height="8" rx="1.4" /><path d="M3 10.5V4a1.4 1.4 0 0 1 1.4-1.4H10" /></Icon>;
export const PauseIcon = () => <Icon><path d="M5.5 3.5v9M10.5 3.5v9" /></Icon>;
export const PlayIcon = () => <Icon><path d="M5 3.2v9.6L12.5 8z" /></Icon>;
export const BackIcon = () => <Icon><path d="M10 3L5 8l5 5" /></Icon>;
export const ChevronIcon = () => <Icon><path d="M6 3l5 5-5 5" /></Icon>;
export const SearchIcon = () => <Icon><circle cx="7" cy="7" r="4" /><path d="M10 10l3.5 3.5" /></Icon>;
export const ClockIcon = () => <Icon><circle cx="8" cy="8" r="5.5" /><path d="M8 5v3.2l2 1.4" /></Icon>;
export const ListIcon = () => <Icon><path d="M3 4.5h10M3 8h10M3 11.5h6" /></Icon>;
export const TreeIcon = () => <Icon><path d="M3.5 2.5v9h3M3.5 6.5h3M8.5 6.5h4M8.5 11.5h4" /></Icon>;
export const EyeIcon = () => <Icon><path d="M1.8 8s2.2-4 6.2-4 6.2 4 6.2 4-2.2 4-6.2 4-6.2-4-6.2-4z" /><circle cx="8" cy="8" r="1.8" /></Icon>;

/** A gate with its bar open. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
      <path class="logo-post" d="M4 20V5.5h3V20zm13 0V5.5h3V20z" />
      <path class="logo-bar" d="M7 12.5l9.3-7 1.3 1.8L7 15.2z" />
    </svg>
  );
}
