//! Which addresses may be asked at all.
//!
//! Whoever wrote a card chose its addresses, so an address is looked at before any connection is made: only the public
//! internet, only the usual ports. The policy and the resolver are given by the caller, so that tests can serve from
//! this machine; what the program uses is [`Public`], and no setting or environment variable changes that.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Says which hosts and ports may be asked.
pub trait AddressPolicy: Send + Sync {
    /// Whether a connection to this address of the network is fine.
    fn allows_ip(&self, ip: IpAddr) -> bool;
    /// Whether this port is fine.
    fn allows_port(&self, port: u16) -> bool;
}

/// The public internet on the ports of the web.
#[derive(Clone, Copy, Debug, Default)]
pub struct Public;

impl AddressPolicy for Public {
    fn allows_ip(&self, ip: IpAddr) -> bool {
        is_public(ip)
    }

    fn allows_port(&self, port: u16) -> bool {
        matches!(port, 80 | 443)
    }
}

/// Why an address is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// No address at all, or of another scheme.
    #[error("it is no http or https address")]
    Scheme,
    /// A port that no web server has.
    #[error("its port is not 80 or 443")]
    Port,
    /// A name or a password in front of the host.
    #[error("it names a user")]
    User,
    /// No host.
    #[error("it names no host")]
    Host,
    /// A host of a private network, this machine, or of no network.
    #[error("its host is not on the public internet")]
    NotPublic,
}

/// An address that may be asked, as far as that shows before its host is looked up.
///
/// # Errors
/// Why it may not.
pub fn vetted(address: &str, policy: &dyn AddressPolicy) -> Result<Url, Unfit> {
    let url = Url::parse(address).map_err(|_| Unfit::Scheme)?;
    vet(&url, policy)?;
    Ok(url)
}

/// The same for an address that was parsed.
///
/// # Errors
/// Why it may not be asked.
pub fn vet(url: &Url, policy: &dyn AddressPolicy) -> Result<(), Unfit> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(Unfit::Scheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Unfit::User);
    }
    if !url.port_or_known_default().is_some_and(|port| policy.allows_port(port)) {
        return Err(Unfit::Port);
    }
    // Literal hosts never reach a resolver, so they are held against the policy here. The parser has brought the odd
    // spellings (hexadecimal, octal, one number, a dot at the end) into one form.
    match url.host() {
        None => Err(Unfit::Host),
        Some(Host::Ipv4(ip)) if !policy.allows_ip(ip.into()) => Err(Unfit::NotPublic),
        Some(Host::Ipv6(ip)) if !policy.allows_ip(ip.into()) => Err(Unfit::NotPublic),
        Some(Host::Domain(name)) if name.trim_end_matches('.').is_empty() => Err(Unfit::Host),
        Some(Host::Domain(_) | Host::Ipv4(_) | Host::Ipv6(_)) => Ok(()),
    }
}

/// Whether an address of the network belongs to the public internet.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

/// Blocks that are not public, with the bits that count: private networks, this machine, links, documentation, tests,
/// groups, what is reserved (IANA's registry of special purposes).
const V4: [([u8; 4], u32); 15] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 4),
    ([240, 0, 0, 0], 4),
];

/// The same of the longer addresses. Teredo lies in `2001::/23`.
const V6: [([u16; 8], u32); 9] = [
    ([0xFE80, 0, 0, 0, 0, 0, 0, 0], 10),
    ([0xFEC0, 0, 0, 0, 0, 0, 0, 0], 10),
    ([0xFC00, 0, 0, 0, 0, 0, 0, 0], 7),
    ([0xFF00, 0, 0, 0, 0, 0, 0, 0], 8),
    ([0x2001, 0x0DB8, 0, 0, 0, 0, 0, 0], 32),
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    ([0x0100, 0, 0, 0, 0, 0, 0, 0], 64),
    ([0x3FFF, 0, 0, 0, 0, 0, 0, 0], 20),
    ([0x5F00, 0, 0, 0, 0, 0, 0, 0], 16),
];

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let bits = u32::from(ip);
    !V4.iter().any(|(block, length)| {
        let mask = u32::MAX << (32 - length);
        bits & mask == u32::from(Ipv4Addr::from(*block)) & mask
    })
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let bits = u128::from(ip);
    let outside = V6.iter().any(|(block, length)| {
        let mask = u128::MAX << (128 - length);
        bits & mask == u128::from(Ipv6Addr::from(*block)) & mask
    });
    !outside && embedded(ip).is_none_or(is_public_v4)
}

/// The shorter address that a longer one stands for. The two empty ones and the loopback come out as `0.0.0.0/8`.
fn embedded(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let [a, b, c, d, e, f, g, h] = ip.segments();
    let behind = |high: u16, low: u16| {
        let ([one, two], [three, four]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(one, two, three, four)
    };
    match [a, b, c, d, e, f] {
        [0, 0, 0, 0, 0, 0 | 0xFFFF] => Some(behind(g, h)),
        // NAT64, the well-known prefix and the local one (RFC 6052, RFC 8215).
        [0x64, 0xFF9B, 0, 0, 0, 0] | [0x64, 0xFF9B, 1, ..] => Some(behind(g, h)),
        // 6to4 (RFC 3056).
        [0x2002, high, low, ..] => Some(behind(high, low)),
        // ISATAP (RFC 5214): the interface id of a private or a global address.
        [_, _, _, _, 0 | 0x200, 0x5EFE] => Some(behind(g, h)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // W-313, W-315
    #[test]
    fn addresses_that_are_not_public_are_refused_in_every_spelling() {
        let refused = [
            "http://0.0.0.0/a.png",
            "http://0.1.2.3/",
            "http://10.0.0.1/",
            "http://10.255.255.255/",
            "http://100.64.0.1/",
            "http://100.127.255.255/",
            "http://127.0.0.1/",
            "http://127.1/",
            "http://127.255.255.254/",
            "http://0x7f.1/",
            "http://0x7f000001/",
            "http://017700000001/",
            "http://2130706433/",
            "http://0177.0.0.1/",
            "http://127.0.0.1./",
            "http://169.254.169.254/latest/meta-data/",
            "http://172.16.0.1/",
            "http://172.31.255.255/",
            "http://192.0.0.1/",
            "http://192.0.2.1/",
            "http://192.88.99.1/",
            "http://192.168.0.1/",
            "http://192.168.255.255/",
            "http://198.18.0.1/",
            "http://198.19.255.255/",
            "http://198.51.100.7/",
            "http://203.0.113.9/",
            "http://224.0.0.1/",
            "http://239.255.255.250/",
            "http://240.0.0.1/",
            "http://255.255.255.255/",
            "http://[::]/",
            "http://[::1]/",
            "http://[0:0:0:0:0:0:0:1]/",
            "http://[::127.0.0.1]/",
            "http://[::10.0.0.1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://[::ffff:192.168.1.1]/",
            "http://[fe80::1]/",
            "http://[febf::1]/",
            "http://[fec0::1]/",
            "http://[fc00::1]/",
            "http://[fd12:3456::1]/",
            "http://[ff02::1]/",
            "http://[2001:db8::1]/",
            "http://[2001::1]/",
            "http://[2001:0:4136:e378::]/",
            "http://[2001:1ff::1]/",
            "http://[100::1]/",
            "http://[3fff::1]/",
            "http://[3fff:fff::1]/",
            "http://[5f00::1]/",
            "http://[64:ff9b::a00:1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://[64:ff9b:1::c0a8:1]/",
            "http://[2002:a00:1::]/",
            "http://[2002:7f00:1::]/",
            "http://[2002:c0a8:101::1]/",
            "http://[2a00:1450::5efe:a00:1]/",
            "http://[2a00:1450::200:5efe:c0a8:1]/",
            "http://１２７.0.0.1/",
            "http://127。0。0。1/",
            "http://①②⑦.0.0.1/",
            "ftp://example.org/a.png",
            "file:///etc/passwd",
            "gopher://example.org/",
            "data:image/png;base64,AAAA",
            "javascript:alert(1)",
            "http://user@example.org/",
            "http://user:word@example.org/",
            "http://:word@example.org/",
            "http://example.org:8080/",
            "http://example.org:22/",
            "https://example.org:8443/",
            "http://",
            "http:///a.png:80",
            "http://./",
            "//example.org/a.png",
            "example.org/a.png",
            "",
            "http://999.1.1.1/",
            "http://[::1/",
            "http://exa mple.org/",
        ];
        assert!(refused.len() >= 80, "{}", refused.len());
        for address in refused {
            // "http:///a.png:80" is read as the host `a.png`, as browsers do, so its port is what is looked at.
            if address == "http:///a.png:80" {
                assert_eq!(
                    vetted(address, &Public).map(|url| url.host_str().map(str::to_owned)),
                    Ok(Some("a.png".to_owned()))
                );
                continue;
            }
            assert!(vetted(address, &Public).is_err(), "{address} was let through");
        }
    }

    // W-313
    #[test]
    fn public_addresses_may_be_asked() {
        let fine = [
            "http://example.org/a.png",
            "https://example.org:443/a.png",
            "http://example.org:80/",
            "HTTPS://EXAMPLE.ORG/A.PNG",
            "http://8.8.8.8/",
            "http://100.128.0.1/",
            "http://172.32.0.1/",
            "http://192.0.1.1/",
            "http://198.20.0.1/",
            "http://223.255.255.255/",
            "http://[2606:4700::1111]/",
            "http://[::ffff:8.8.8.8]/",
            "http://[64:ff9b::808:808]/",
            "http://[2002:808:808::1]/",
            "http://[2001:4860::8888]/",
            "https://bücher.example/ä.webp",
            "http://例え.example/",
            "http://example.org./a.png",
        ];
        for address in fine {
            assert!(vetted(address, &Public).is_ok(), "{address}: {:?}", vetted(address, &Public));
        }
    }

    fn in_blocks() -> impl Strategy<Value = Ipv4Addr> {
        (0..V4.len(), any::<u32>()).prop_map(|(block, rest)| {
            let (start, length) = V4[block];
            let mask = u32::MAX << (32 - length);
            Ipv4Addr::from((u32::from(Ipv4Addr::from(start)) & mask) | (rest & !mask))
        })
    }

    proptest! {
        // W-315
        #[test]
        fn no_spelling_of_an_address_inside_is_let_through(ip in in_blocks(), spelling in 0..9_u8) {
            let bits = u32::from(ip);
            let [a, b, c, d] = ip.octets();
            let host = match spelling {
                0 => ip.to_string(),
                1 => format!("{bits}"),
                2 => format!("0x{bits:x}"),
                3 => format!("0{bits:o}"),
                4 => format!("0x{a:X}.{b}.0{c:o}.{d}"),
                5 => format!("{a}.{}", bits & 0x00FF_FFFF),
                6 => format!("[::ffff:{ip}]"),
                7 => format!("[64:ff9b::{ip}]"),
                _ => format!("[2002:{:x}:{:x}::1]", bits >> 16, bits & 0xFFFF),
            };
            for tail in ["", "/a.png", ":80/", "?x=.png"] {
                prop_assert!(vetted(&format!("http://{host}{tail}"), &Public).is_err(), "{host}");
            }
        }
    }
}
