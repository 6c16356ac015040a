import { useLayoutEffect, useRef, useState } from 'react';

/** Two lines at first; the rest on demand. */
export function LongText({ children }: { children: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    const box = text.current;
    if (!box) return;
    const measure = () => setIsCut(box.scrollHeight > box.clientHeight + 1);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <span ref={text} dir="auto" className={`[overflow-wrap:anywhere] ${isOpen ? 'block' : 'line-clamp-2'}`}>
        {children}
      </span>
      {(isCut || isOpen) && (
        <button
          type="button"
          onClick={() => setIsOpen(!isOpen)}
          className="rounded-sm text-sm font-normal text-ink-soft underline underline-offset-4 hover:text-ink"
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
